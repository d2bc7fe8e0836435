// Starts the program of a worker, whose name says where the program's two files are.
const [glue, program] = name.split(" ");
const { default: init } = await import(glue);
await init({ module_or_path: fetch(program) });
