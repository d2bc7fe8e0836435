// A step of remark: fenced blocks of language `ptx` with `float` behind it become elements, and so does
// `<PtxFloat>` in MDX.
import { PtxError, evaluate, readLink } from "ptxfp";

/** The words behind the language: `float`, and NAME=VALUE. */
function words(meta) {
  const [first, ...rest] = (meta ?? "").split(/[\s,]+/);
  return first === "float" ? Object.fromEntries(rest.filter(Boolean).map((word) => word.split("=", 2))) : null;
}

/** The attributes of `<PtxFloat>`, which are texts. */
function attributes(node) {
  const all = node.attributes.map(({ name, value }) => {
    if (typeof value !== "string" || !NAMES.includes(name)) {
      throw new PtxError(`<PtxFloat> takes ${NAMES.join(", ")}, each a string that is known when the site is built`);
    }
    return [name, value];
  });
  return Object.fromEntries(all);
}

const NAMES = ["statement", "result", "target", "isa", "ui", "theme", "views"];

/** The operands of a statement: commas in braces separate lanes. */
function operands(text) {
  return text.split(/,(?![^{]*\})/).map((operand) => operand.trim());
}

/** The evaluation that a block asks for, with the result that it states. */
function evaluation(body, { target, isa }) {
  const [, text, result] = body.trim().replace(/;\s*$/, "").match(/^([^=]*?|v1\/\S*)(?:\s+=\s*(.+))?$/s) ?? [];
  if (!text) throw new PtxError("expected a statement or a link, optionally followed by `= RESULT`");
  let link = text;
  if (!text.startsWith("v1/")) {
    const [, spelling, rest] = text.match(/^(\S+)\s+(.*)$/s) ?? [null, text, ""];
    ({ link } = evaluate(spelling, operands(rest), { target, isa }));
  }
  if (result) link = `${link.replace(/&d=[^&]*/, "")}&d=${encodeURIComponent(result.trim())}`;
  return readLink(link);
}

/** An element of MDX. */
function element(name, attributes, children) {
  const all = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return {
    type: "mdxJsxFlowElement",
    name,
    attributes: all.map(([name, value]) => ({ type: "mdxJsxAttribute", name, value })),
    children,
  };
}

/** The replacement of a block: the element, and in it a sentence that says the same without scripts. */
function shown({ instruction, report, link, target }, { ui, theme, views }, content) {
  const list = (register) => {
    const values = register.values.map(({ value }) => value).reverse();
    return values.length > 1 ? `{${values.join(", ")}}` : values.join("");
  };
  const code = (value) => ({ type: "inlineCode", value });
  const text = (value) => ({ type: "text", value });
  const sentence = [
    code(`${instruction} ${report.operands.map(list).join(", ")}`),
    text(` is ${list(report.destination)}, `),
    code(report.destination.bits),
    text(`, on ${target}.`),
  ];
  return element("ptx-float", { state: link, ui, theme, views }, content ?? [{ type: "paragraph", children: sentence }]);
}

/** Replaces the blocks below a node. */
function replace(parent, problems) {
  parent.children?.forEach((node, index) => {
    const isComponent = node.type.startsWith("mdxJsx") && node.name === "PtxFloat";
    const options = node.type === "code" && node.lang === "ptx" ? words(node.meta) : null;
    if (!options && !isComponent) return replace(node, problems);
    try {
      const { statement, result, ...given } = options ?? attributes(node);
      const body = options ? node.value : [statement, result].filter(Boolean).join("\n= ");
      const found = evaluation(body, given);
      if (found.verdict === "differs") {
        throw new PtxError(`the result is ${found.report.destination.bits}, but the block states another one`);
      }
      const content = isComponent && node.children.length ? node.children : undefined;
      parent.children[index] = shown(found, given, content);
    } catch (error) {
      if (!(error instanceof PtxError)) throw error;
      problems.push({ message: error.message, node });
    }
  });
}

export default function remarkPtxFloat({ wrong = "fail" } = {}) {
  return (tree, file) => {
    const problems = [];
    replace(tree, problems);
    for (const { message, node } of problems) {
      if (wrong === "warn") file.message(message, node);
      else file.fail(message, node);
    }
  };
}
