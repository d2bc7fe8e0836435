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

/** The remark step, for `remarkPlugins`. */
export function remark(options?: RemarkOptions): (tree: any, file: any) => void;

/** The plugin, for `plugins`. */
export default function ptxFloat(context: unknown, options: PluginOptions): { name: string; injectHtmlTags(): unknown };
