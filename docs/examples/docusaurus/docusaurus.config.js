// Where the playground is; nothing else says it.
const playground = "https://playground.example/";

export default {
  title: "Notes on PTX",
  url: "https://notes.example",
  baseUrl: "/",
  // In the head of every page: a script in a page itself would not run when a reader comes from another.
  scripts: [{ src: `${playground}ptx-float.js`, defer: true }],
  // `.md` is Markdown with HTML; without this it is MDX too, and the element is written as there.
  markdown: { format: "detect" },
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: false }]],
  themes: ["@docusaurus/theme-classic"],
};
