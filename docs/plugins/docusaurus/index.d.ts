/** Options of the plugin. */
export interface PluginOptions {
  /** The address of the playground's folder. */
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
  /** A statement with its operands, such as `add.rn.f16 2048, 1`, or a link. */
  statement: string;
  /** The result that the text around it states. */
  result?: string;
  target?: string;
  isa?: string;
  ui?: "full" | "compact" | "result";
  theme?: "auto" | "light" | "dark";
  views?: string;
}

/** The remark step, for `remarkPlugins`. */
export function remark(options?: RemarkOptions): (tree: any, file: any) => void;

/** The plugin, for `plugins`. */
export default function ptxFloat(context: unknown, options: PluginOptions): { name: string; injectHtmlTags(): unknown };
