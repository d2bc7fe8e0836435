// Starts the program of a worker, whose name says where its script is; the WebAssembly comes as the
// first message, compiled or as an address.
const glue = import(name);
onmessage = async ({ data }) => {
  try {
    const { default: init } = await glue;
    await init({ module_or_path: data });
  } catch (error) {
    // What a promise throws is not told to the page.
    setTimeout(() => {
      throw error;
    });
  }
};
