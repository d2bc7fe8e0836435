// As much of React 19 as TypeScript needs for elements: they are in its module, and nowhere global.
declare module "react" {
  namespace JSX {
    interface Element {}
    interface ElementChildrenAttribute { children: {} }
    interface IntrinsicElements {
      p: { children?: unknown };
    }
  }
}
declare module "react/jsx-runtime" {
  export { JSX } from "react";
  export function jsx(): unknown;
  export function jsxs(): unknown;
}
