// <ptx-float state="v1/fma.rn.f32@sm_90?a=0x3f800000…">shown until then</ptx-float>
// docs/embed.md describes the attributes.
// A classic script: modules from another host need its permission.
{
  const embed = new URL("embed/", document.currentScript.src);

  class PtxFloat extends HTMLElement {
    static observedAttributes = ["state", "theme"];
    #frame;
    #watch;

    connectedCallback() {
      if (this.#frame) return;
      const frame = (this.#frame = document.createElement("iframe"));
      frame.title = this.title || "PTX Float Playground";
      frame.allow = "clipboard-write";
      // It has no height yet, and nothing to reach. Not `visibility: hidden`: a browser does not draw such
      // a frame of another site at all.
      frame.style.cssText = "display:block;width:100%;height:0;border:0";
      frame.inert = true;
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      root.replaceChildren(document.createElement("slot"), frame);
      this.style.display ||= "block";
      // A busy page receives several changes at once.
      this.#watch = new IntersectionObserver((changes, watch) => {
        if (!changes.at(-1).isIntersecting) return;
        watch.disconnect();
        this.#load();
      }, { rootMargin: "400px" });
      this.#watch.observe(this);
      addEventListener("message", this);
    }

    #load() {
      const query = new URLSearchParams();
      for (const name of ["theme", "ui", "views"]) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name));
      if (this.hasAttribute("readonly")) query.set("ro", "1");
      this.#frame.src = `${embed}?${query}#${this.getAttribute("state") ?? ""}`;
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.#watch.disconnect();
      this.#frame = null;
    }

    attributeChangedCallback(name, before, value) {
      const frame = this.#frame;
      if (before === value || !frame?.src) return;
      // While the placeholder is shown, the frame may not be listening yet.
      if (frame.previousSibling) return this.#load();
      const type = name === "state" ? "set" : name;
      frame.contentWindow.postMessage({ type: `ptx-float:${type}`, [name]: value }, embed.origin);
    }

    handleEvent({ source, data }) {
      const frame = this.#frame;
      if (!frame || source !== frame.contentWindow) return;
      if (data?.type === "ptx-float:height" && data.height > 0) {
        // The placeholder is removed.
        frame.previousSibling?.remove();
        frame.style.height = `${data.height}px`;
        frame.inert = false;
      }
      if (data?.type === "ptx-float:state") this.dispatchEvent(new CustomEvent("change", { detail: data.state }));
    }
  }
  customElements.get("ptx-float") ?? customElements.define("ptx-float", PtxFloat);
}
