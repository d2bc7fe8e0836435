// <ptx-float state="v1/fma.rn.f32@sm_90?a=0x3f800000…">shown until then</ptx-float>
// docs/embed.md describes the attributes.
// A classic script: modules from another host need its permission.
{
  const embed = new URL("embed/", document.currentScript.src);

  // Attributes with a list of values, as in core/src/export/embed/options.rs.
  const VALUES = {
    ui: ["full", "compact", "result"],
    theme: ["auto", "light", "dark"],
    views: ["lanes", "steps", "cases"],
  };

  // Where pages name their theme, and the names.
  const NAMED = ["data-theme", "data-bs-theme", "data-color-mode", "data-md-color-scheme", "data-jp-theme-light"];
  const THEMES = { light: "light", dark: "dark", default: "light", slate: "dark", true: "light", false: "dark" };
  // Classes of mdBook; elsewhere they may mean anything.
  const BOOK = { rust: "light", navy: "dark", coal: "dark", ayu: "dark" };
  const system = matchMedia("(prefers-color-scheme: dark)");

  /** The theme that an element states for what is in it. */
  const stated = (element) => {
    for (const name of NAMED) {
      const theme = THEMES[element.getAttribute(name)];
      if (theme) return theme;
    }
    const { classList } = element;
    for (const theme of VALUES.theme.slice(1)) if (classList.contains(theme)) return theme;
    const isRoot = element === document.documentElement;
    return isRoot ? BOOK[Object.keys(BOOK).find((name) => classList.contains(name))] : undefined;
  };

  /** The theme around an element: that of the nearest that states one, of the page, or of the system. */
  const around = (element) => {
    for (let at = element.parentNode; at; at = at.parentNode ?? at.host) {
      const theme = at.getAttribute && stated(at);
      if (theme) return theme;
    }
    const scheme = getComputedStyle(element).colorScheme.replace(/\bonly\b/, "").trim();
    return THEMES[scheme] ?? (system.matches ? "dark" : "light");
  };

  // The elements of the page, which follow its theme.
  const all = new Set();
  const follow = () => all.forEach((element) => element.follow());
  const changes = new MutationObserver(follow);
  const watch = () => {
    system.addEventListener("change", follow);
    // The body may come later than the script, and its own theme later still.
    for (const root of [document.documentElement, document.body]) if (root) changes.observe(root, { attributes: true });
  };

  // A page overrides these with rules of its own for `ptx-float`.
  const style = new CSSStyleSheet();
  style.replaceSync(":host { display: block; margin-block: 1em } :host([hidden]) { display: none }");

  class PtxFloat extends HTMLElement {
    static observedAttributes = ["state", "exercise", "theme"];
    #frame;
    /** The place of the element's own content, while that is shown. */
    #slot;
    #watch;

    connectedCallback() {
      if (this.#frame) return;
      const frame = (this.#frame = document.createElement("iframe"));
      frame.title = this.title || "PTX Float Playground";
      frame.allow = "clipboard-write";
      // It has no height yet, and nothing to reach. Not `visibility: hidden`: a browser does not draw such
      // a frame of another site at all. The corners are those of a card.
      frame.style.cssText = "display:block;width:100%;height:0;border:0;border-radius:6px";
      frame.inert = true;
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [style];
      root.replaceChildren((this.#slot = document.createElement("slot")), frame);
      this.#check();
      // A busy page receives several changes at once.
      this.#watch = new IntersectionObserver((changes, watch) => {
        if (!changes.at(-1).isIntersecting) return;
        watch.disconnect();
        this.#load();
      }, { rootMargin: "400px" });
      this.#watch.observe(this);
      addEventListener("message", this);
      if (all.size === 0) watch();
      all.add(this);
    }

    /** Reports values that no attribute has; the frame takes the default instead. */
    #check() {
      for (const [name, values] of Object.entries(VALUES)) {
        const given = this.getAttribute(name)?.trim();
        const parts = name === "views" ? given?.split(",") : given && [given];
        const wrong = parts?.find((part) => part && !values.includes(part.trim()));
        if (wrong) console.error(`<ptx-float>: \`${wrong}\` is no value of \`${name}\`; expected ${values.join(", ")}`);
      }
    }

    /** The part of a link behind `#`; an exercise is named without its first word. */
    get #state() {
      const exercise = this.getAttribute("exercise")?.trim();
      return exercise ? `exercise/${exercise}` : (this.getAttribute("state") ?? "");
    }

    get #theme() {
      const given = this.getAttribute("theme")?.trim();
      return given === "light" || given === "dark" ? given : around(this);
    }

    /** Shows the theme of the page, if it is another one now. */
    follow() {
      const frame = this.#frame;
      const theme = this.#theme;
      if (!frame?.src || theme === frame.style.colorScheme) return;
      // Where it is that of the document inside, nothing is painted behind what is round.
      frame.style.colorScheme = theme;
      this.#tell("theme", "theme", theme);
    }

    #load() {
      const query = new URLSearchParams();
      query.set("theme", (this.#frame.style.colorScheme = this.#theme));
      for (const name of ["ui", "views"]) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name).replaceAll(" ", ""));
      if (this.hasAttribute("readonly")) query.set("ro", "1");
      this.#frame.src = `${embed}?${query}#${this.#state}`;
    }

    #tell(type, name, value) {
      // While the placeholder is shown, the frame may not be listening yet.
      if (this.#frame.previousSibling) return this.#load();
      this.#frame.contentWindow.postMessage({ type: `ptx-float:${type}`, [name]: value }, embed.origin);
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.#watch.disconnect();
      this.#frame = null;
      all.delete(this);
      if (all.size > 0) return;
      changes.disconnect();
      system.removeEventListener("change", follow);
    }

    attributeChangedCallback(name, before, value) {
      if (before === value || !this.#frame?.src) return;
      if (name === "theme") this.follow();
      else this.#tell("set", "state", this.#state);
    }

    /** Whether its own content is better than what the frame shows: an error, or that it is loading. */
    #keeps(shows) {
      const hasContent = this.childElementCount > 0 || this.textContent.trim() !== "";
      return hasContent && (shows === "error" || (shows === "waiting" && this.#slot.isConnected));
    }

    /** Reports a state that the frame cannot show, or not all of it. */
    #report({ state, text, isAll }) {
      const given = (name, value) => `\`${name}="${value.slice(0, 200)}"\``;
      const exercise = this.hasAttribute("exercise") && /^exercise\/(.*)/.exec(state)?.[1];
      const wrong = exercise
        ? `${given("exercise", exercise)} cannot be shown: expected the name of an exercise of the course, such as tie-2049, or a topic with a seed, such as ties/7.`
        : `${given("state", state)} ${isAll ? "cannot be shown" : "is wrong in part"}:`;
      console.error(`<ptx-float>: ${wrong} ${text}`);
    }

    handleEvent({ source, data }) {
      const frame = this.#frame;
      if (!frame || source !== frame.contentWindow) return;
      if (data?.type === "ptx-float:height" && data.height > 0) {
        const isOwn = this.#keeps(data.shows);
        if (!isOwn) this.#slot.remove();
        else if (!this.#slot.isConnected) frame.before(this.#slot);
        frame.style.height = isOwn ? 0 : `${data.height}px`;
        frame.inert = isOwn;
      }
      if (data?.type === "ptx-float:error") this.#report(data);
      if (data?.type === "ptx-float:state") this.dispatchEvent(new CustomEvent("change", { detail: data.state }));
    }
  }
  customElements.get("ptx-float") ?? customElements.define("ptx-float", PtxFloat);
}
