// Runs before anything of the page: notes what goes wrong in it, and the memories of its programs.
window.watched = { wrong: [], violations: [], memories: [] };
{
  const { wrong, violations, memories } = window.watched;
  const note = (kind, what) => wrong.length < 50 && wrong.push(`${kind}: ${String(what).slice(0, 500)}`);
  addEventListener("error", ({ error, message, target }) =>
    note("error", error?.stack ?? message ?? `${target.tagName} ${target.src ?? target.href}`), true);
  addEventListener("unhandledrejection", ({ reason }) => note("rejection", reason?.stack ?? reason));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
    violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile}`));
  for (const level of ["error", "warn", "assert"]) {
    const before = console[level];
    console[level] = (...all) => {
      if (level !== "assert" || !all[0]) note(`console.${level}`, all.join(" "));
      before.apply(console, all);
    };
  }
  const remember = ({ instance }) => {
    for (const each of Object.values(instance.exports)) if (each instanceof WebAssembly.Memory) memories.push(each);
  };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const before = WebAssembly[name];
    WebAssembly[name] = async (...all) => {
      const result = await before.apply(WebAssembly, all);
      remember(result instanceof WebAssembly.Instance ? { instance: result } : result);
      return result;
    };
  }
}
