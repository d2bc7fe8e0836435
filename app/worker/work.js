// Starts the program of a worker, whose name says where its script is; the WebAssembly comes as the
// first message, compiled, or as its address and what its bytes are to be.
const glue = import(name);
const fetched = ([address, integrity]) => fetch(address, { integrity });
onmessage = async ({ data }) => {
  try {
    const { default: init } = await glue;
    await init({ module_or_path: typeof data === "string" ? fetched(data.split(" ")) : data });
  } catch (error) {
    // What a promise throws is not reported to the page.
    setTimeout(() => {
      throw error;
    });
  }
};
