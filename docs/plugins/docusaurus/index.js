// The plugin: the script of the element in the head of every page, where it runs for readers who come
// from another page of the site, too.
import { site } from "ptxfp";

export { default as remark } from "./remark.js";

export default function ptxFloat(_context, { host }) {
  if (!host) throw new Error("docusaurus-plugin-ptx-float: missing `host`, the address of the playground's folder");
  const src = `${site(host)}ptx-float.js`;
  return {
    name: "docusaurus-plugin-ptx-float",
    injectHtmlTags: () => ({ headTags: [{ tagName: "script", attributes: { src, defer: true } }] }),
  };
}
