// Starts the program of a worker, whose name is the address of its script; the first message is the
// WebAssembly, compiled, or its address and hash.
const glue = import(name);
const fetched = ([address, integrity]) => fetch(address, { integrity });
onmessage = async ({ data }) => {
  try {
    const { default: init } = await glue;
    await init({ module_or_path: typeof data === "string" ? fetched(data.split(" ")) : data });
  } catch (error) {
    // Errors of promises are not reported to the page.
    setTimeout(() => {
      throw error;
    });
  }
};
