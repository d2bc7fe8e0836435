import { remark } from "docusaurus-plugin-ptx-float";

// Where the playground is; nothing else says it.
const playground = "https://playground.example/";

export default {
  title: "Notes on PTX",
  url: "https://notes.example",
  baseUrl: "/",
  // `.md` is Markdown, without components; without this it is MDX too.
  markdown: { format: "detect" },
  plugins: [
    ["docusaurus-plugin-ptx-float", { host: playground }],
    ["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: false, remarkPlugins: [remark] }],
  ],
  themes: ["@docusaurus/theme-classic"],
};
