// Files that the build has put beside the page. It has written their addresses and hashes into the
// page: files with other bytes are refused.
const loaded = (name, attributes) =>
  new Promise((onload, refuse) => {
    const onerror = () => refuse(new Error(`${attributes.src ?? attributes.href} could not be fetched`));
    document.head.append(Object.assign(document.createElement(name), attributes, { onload, onerror }));
  });

// Chromium 148 does not fetch a module again from an address that has failed; another query makes
// it another address.
const queries = {};

const fetchers = [
  // An import cannot have a hash; an element can, and is the same module.
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
  // In a frame without its own origin, only files shared with every origin can be checked.
  (href, integrity) => loaded("link", { rel: "stylesheet", crossOrigin: "", href, integrity }),
];

// A program is a script, a module and perhaps a style sheet.
export const fetched = (name) => {
  const { content, dataset } = document.head.querySelector(`[name=${name}]`);
  const hashes = dataset.integrity.split(" ");
  return Promise.all(content.split(" ").map((file, index) => fetchers[index](file, hashes[index])));
};
