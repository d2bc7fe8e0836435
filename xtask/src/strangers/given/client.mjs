// A client of the Model Context Protocol: starts the server of settings.json, makes the call of
// call.json, and prints the bits of the answer.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const { command, args } = read("settings.json").mcpServers.ptxfp;
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const clientInfo = { name: "stranger", version: "1" };
send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
for await (const line of createInterface(server.stdout)) {
  const { id, result } = JSON.parse(line);
  if (id === 1) {
    console.log(result.serverInfo.name);
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/call", params: read("call.json") });
  } else if (id === 2) {
    console.log(result.structuredContent.destination.bits);
    server.stdin.end();
  }
}
