/** The views that an element may show, as docs/embed.md lists them. */
export interface PtxFloatAttributes {
  /** The state: the part of the playground's address after `#`. */
  state?: string;
  theme?: "light" | "dark";
  ui?: string;
  views?: string;
  /** Whether the element is read-only. */
  readonly?: boolean | "";
}

/** The element. It dispatches `change` with the new state when a visitor changes something. */
export interface PtxFloatElement extends HTMLElement {
  addEventListener(
    type: "change",
    listener: (event: CustomEvent<string>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * Defines the element `<ptx-float>`, which shows the playground of a site: its address, with a slash
 * at the end. It does nothing without a browser, or once the element is defined.
 */
export function define(site: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    "ptx-float": PtxFloatElement;
  }
  namespace JSX {
    interface IntrinsicElements {
      "ptx-float": PtxFloatAttributes & { children?: unknown; title?: string; id?: string; class?: string };
    }
  }
}
