/** The attributes of `<ptx-float>`, as docs/embed.md describes them. */
export interface PtxFloatAttributes {
  /** The state: the part of the playground's address after `#`. */
  state?: string;
  /** An exercise of the course, which counts more than a state: `tie-2049`, or a topic with a seed, `ties/7`. */
  exercise?: string;
  /** The colors; `auto`, the default, follows the page around the element. */
  theme?: "auto" | "light" | "dark";
  /** The playground, or less of it: of an instruction, a card with operands or without. */
  ui?: "full" | "compact" | "result";
  /** The parts of `full` that are shown: some of `lanes`, `steps` and `cases`, separated by commas. */
  views?: string;
  /** Whether readers can edit nothing; exercises can always be answered. */
  readonly?: boolean | "";
  /** The name of the frame for a screen reader. */
  title?: string;
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

/** The attributes in JSX: also those that every element has. */
export interface PtxFloatProps extends PtxFloatAttributes {
  children?: unknown;
  class?: string;
  className?: string;
  hidden?: boolean;
  id?: string;
  key?: string | number | bigint | null;
  ref?: unknown;
  style?: object;
}

/**
 * Defines the element `<ptx-float>`, which shows the playground of a site: its address, with or
 * without a slash at the end. It does nothing without a browser, or once the element is defined.
 */
export function define(site: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    "ptx-float": PtxFloatElement;
  }
  // For React until 18, and for others that have their elements here.
  namespace JSX {
    interface IntrinsicElements {
      "ptx-float": PtxFloatProps;
    }
  }
}

// React 19 has its elements in its own module; without React there is nothing to add to.
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "ptx-float": PtxFloatProps;
    }
  }
}
