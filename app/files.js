// Files that the build has put beside the page. It has written into the page where they are, and
// what their bytes are to be: others are refused.
const loaded = (name, attributes) =>
  new Promise((onload, refuse) => {
    const onerror = () => refuse(new Error(`${attributes.src ?? attributes.href} could not be fetched`));
    document.head.append(Object.assign(document.createElement(name), attributes, { onload, onerror }));
  });

// Chromium 148 remembers the address of a module that could not be fetched, and does not fetch it
// again; with another query it is another address.
const queries = {};

const fetchers = [
  // An import has no place for what the bytes are to be; an element has, and is the same module.
  async (file, integrity) => {
    const src = file + (queries[file] ?? "");
    try {
      await loaded("script", { type: "module", src, integrity });
    } catch (error) {
      queries[file] = `${queries[file] ?? "?again"}1`;
      throw error;
    }
    return import(new URL(src, document.baseURI));
  },
  (file, integrity) => fetch(file, { integrity }),
  // In a frame without an origin of its own, bytes can only be looked at that all may fetch.
  (href, integrity) => loaded("link", { rel: "stylesheet", crossOrigin: "", href, integrity }),
];

// A program is a script, a module and perhaps a style sheet.
export const fetched = (name) => {
  const { content, dataset } = document.head.querySelector(`[name=${name}]`);
  const hashes = dataset.integrity.split(" ");
  return Promise.all(content.split(" ").map((file, index) => fetchers[index](file, hashes[index])));
};
