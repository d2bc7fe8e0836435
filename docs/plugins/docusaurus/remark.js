// A step of remark: fenced blocks of language `ptx` with `float` behind it become elements, and so does
// `<PtxFloat>` in MDX. The package `ptxfp` reads the options and checks the results.
import { PtxError, embed, embedBlock } from "ptxfp";

/** The attributes of `<PtxFloat>` as pairs: texts, or names alone. */
function attributes(node) {
  return node.attributes.map(({ name, value }) => {
    if (typeof name !== "string" || (typeof value !== "string" && value != null)) {
      throw new PtxError("<PtxFloat> takes strings that are known when the site is built, and `readonly`");
    }
    return [name, value ?? null];
  });
}

/** The element of a component. */
function component(node) {
  const given = attributes(node);
  const statement = given.find(([name]) => name === "statement")?.[1];
  if (!statement) throw new PtxError("<PtxFloat> needs a `statement`: one with its operands, or a link");
  return embed(statement, given.filter(([name]) => name !== "statement"));
}

/** An element of MDX; an attribute without a value stands alone. */
function element(name, attributes, children) {
  const all = Object.entries(attributes);
  return {
    type: "mdxJsxFlowElement",
    name,
    attributes: all.map(([name, value]) => ({ type: "mdxJsxAttribute", name, value: value || null })),
    children,
  };
}

/** The replacement of a block: the element, and in it a sentence that says the same without scripts. */
function shown({ attributes, sentence }, content) {
  const words = sentence.map(({ text, isCode }) => ({ type: isCode ? "inlineCode" : "text", value: text }));
  const paragraph = { type: "paragraph", children: [...words, { type: "text", value: "." }] };
  return element("ptx-float", attributes, content ?? [paragraph]);
}

/** Replaces the blocks below a node. */
function replace(parent, problems) {
  parent.children?.forEach((node, index) => {
    const isComponent = node.type.startsWith("mdxJsx") && node.name === "PtxFloat";
    const isBlock = node.type === "code" && node.lang === "ptx";
    try {
      const found = isComponent ? component(node) : isBlock && embedBlock(`ptx ${node.meta ?? ""}`, node.value);
      if (!found) return replace(node, problems);
      parent.children[index] = shown(found, isComponent && node.children.length ? node.children : undefined);
    } catch (error) {
      if (!(error instanceof PtxError)) throw error;
      problems.push({ message: error.message, node });
    }
  });
}

/** Fails with every problem; each after the first has its place in the message. */
function fail(file, [first, ...others]) {
  const place = ({ position }) => (position ? `${position.start.line}:${position.start.column}: ` : "");
  const messages = [first.message, ...others.map(({ message, node }) => place(node) + message)];
  file.fail(messages.join("\n"), first.node);
}

export default function remarkPtxFloat({ wrong = "fail" } = {}) {
  if (!["fail", "warn"].includes(wrong)) {
    throw new Error(`docusaurus-plugin-ptx-float: \`wrong\` is "fail" or "warn", not ${JSON.stringify(wrong)}`);
  }
  return (tree, file) => {
    const problems = [];
    replace(tree, problems);
    if (problems.length > 0 && wrong === "fail") fail(file, problems);
    for (const { message, node } of problems) file.message(message, node);
  };
}
