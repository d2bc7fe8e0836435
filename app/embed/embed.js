// The playground inside another page: its appearance is in the query, its state in the fragment,
// and neither is ever rewritten. docs/embed.md describes the messages.
import { fetched } from "../files.js";

const root = document.documentElement;
const query = new URLSearchParams(location.search);
const pick = (name, choices) => choices.find((each) => each === query.get(name)) ?? choices[0];
const themes = ["auto", "light", "dark"];
root.dataset.theme = pick("theme", themes);
root.dataset.ui = pick("ui", ["full", "compact", "result"]);
root.dataset.views = (query.get("views") ?? "").replaceAll(",", " ");
// The state is kept here instead of in the address.
root.dataset.state = location.hash.slice(1);
addEventListener("hashchange", ({ isTrusted }) => {
  if (isTrusted) root.dataset.state = location.hash.slice(1);
});

const host = window.parent;
const post = (type, more) => {
  if (host !== window) host.postMessage({ type: `ptx-float:${type}`, v: 1, ...more }, "*");
};
const postState = () => post("state", { state: root.dataset.state });
const [wayOut] = document.querySelectorAll("#views a");
const leadOut = () => (wayOut.href = `../#${root.dataset.state}`);
leadOut();
new MutationObserver(() => {
  leadOut();
  postState();
}).observe(root, { attributeFilter: ["data-state"] });

// The height depends only on the width, and is told when it changes. A frame that nobody sees is not
// drawn: an observer of its size is silent, and no animation frame comes. So the height is measured, too,
// after whatever changes the content, for the element may not show the frame before it knows the height.
let height;
const tell = () => {
  // Inside `display: none` there is no width, and so no height.
  if (innerWidth === 0) return;
  const now = Math.ceil(document.body.getBoundingClientRect().height);
  if (now !== height) post("height", { height: (height = now) });
};
new ResizeObserver(tell).observe(document.body);
let due;
new MutationObserver(() => {
  due ??= setTimeout(() => {
    due = undefined;
    tell();
  });
}).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
tell();

addEventListener("message", ({ source, data }) => {
  if (source === window || source !== host || typeof data !== "object" || data === null) return;
  if (data.type === "ptx-float:get") postState();
  if (data.type === "ptx-float:theme" && themes.includes(data.theme)) root.dataset.theme = data.theme;
  if (data.type === "ptx-float:set" && typeof data.state === "string") {
    root.dataset.state = data.state.replace(/^#/, "");
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
});

// Read-only: everything can be read, selected, copied and focused, but not edited.
if (query.get("ro") === "1") {
  root.dataset.ro = "";
  const free = "a, [data-copy], [data-unfold], [role=tab], .segmented, summary";
  const block = (event) => {
    const { type, key, ctrlKey, metaKey, target } = event;
    if (target.closest?.(free) || ctrlKey || metaKey || key === "Tab") return;
    if (type === "mousedown" && !target.closest?.("select")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ["beforeinput", "change", "click", "keydown", "mousedown"]) addEventListener(type, block, true);
}

// Links to other pages open outside the frame, which is too small for them.
addEventListener(
  "click",
  ({ target }) => {
    const link = target.closest?.("a[href]");
    if (link && link.origin + link.pathname !== location.origin + location.pathname) link.target = "_blank";
  },
  true,
);

document.onclick = async ({ target }) => {
  const button = target.closest("[data-copy]");
  const label = button?.textContent;
  if (!button || label === "Copied") return;
  const text = button.dataset.copy;
  // The page around may not let this one write to the clipboard.
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = copied ? "Copied" : text;
  setTimeout(() => (button.textContent = label), 2000);
};

const app = document.querySelector("#app");
const calculator = document.querySelector("#calculator");
// Smaller views are read-only: a card, which is a smaller program, beside the app's view of programs.
const isFull = root.dataset.ui === "full";
if (!isFull) app.before(app.firstElementChild);
const start = async (name) => {
  try {
    const [{ default: init }, module_or_path] = await fetched(name);
    await init({ module_or_path });
  } catch (error) {
    // The next state of its kind tries again.
    started[name] = null;
    calculator.querySelector(".failure").hidden = false;
    calculator.parentNode.hidden = false;
    throw error;
  }
};
// A program that stops: a panic has left its reason here; running out of stack or memory has not.
const stop = ({ error, reason = error }) => {
  const place = document.querySelector("#failure");
  if (!place.hidden || !/wasm-function/.test(reason?.stack)) return;
  place.hidden = false;
  place.lastChild.value += `\n${reason}\n${wayOut.href}`;
};
addEventListener("error", stop);
addEventListener("unhandledrejection", stop);
const started = {};
const once = (name) => (started[name] ??= start(name));
const show = async () => {
  const { state } = root.dataset;
  // The app has the views beside the playground.
  const isBeside = /^(v1\/(sequence|tensor)|(sequence|tensor)$)/i.test(state) || /^(learn|exercise|sheet)(\/|$)/.test(state);
  if (!isFull) calculator.parentNode.hidden = isBeside;
  await once(isFull || isBeside ? "app" : "card");
};
new MutationObserver(show).observe(root, { attributeFilter: ["data-state"] });
await show();
