/** Options of the plugin. */
export interface PluginOptions {
  /** The address of the playground's folder, with or without a slash at its end. */
  host: string;
}

/** Options of the remark step. */
export interface RemarkOptions {
  /** The effect of a wrong block on the build: `fail`, the default, or `warn`. */
  wrong?: "fail" | "warn";
}

/**
 * What `<PtxFloat>` takes in MDX: texts, which are known when the site is built. It is no component of
 * React: the remark step replaces it by the element.
 */
export interface PtxFloatProps {
  /** A statement with its operands, such as `add.rn.f16 2048, 1`, or a link to a statement, a program or an element of tensor cores. */
  statement: string;
  /** The result that the text around it states. */
  result?: string;
  target?: string;
  isa?: string;
  ui?: "full" | "compact" | "result";
  theme?: "auto" | "light" | "dark";
  /** Some of `lanes`, `steps` and `cases`, separated by commas. */
  views?: string;
  title?: string;
  readonly?: true;
}

/** The remark step, for `remarkPlugins`. */
export function remark(options?: RemarkOptions): (tree: any, file: any) => void;

/** The plugin, for `plugins`. */
export default function ptxFloat(context: unknown, options: PluginOptions): { name: string; injectHtmlTags(): unknown };
