// Keeps a copy of the site, so that it works without a network after the first visit. The build
// writes `version` and `files` above: where each file is, and what its bytes are to be.
//
// Versions are not mixed: a copy is whole or there is none, and what programs consist of has names
// that change with it, so that a page finds its own files in whichever copy has them.
const mine = `${registration.scope} `;
const own = mine + version;
const pages = Object.keys(files)
  .filter((file) => /\/$/.test(file))
  .map((file) => new URL(file, location).href);

const keep = async () => {
  const copy = await caches.open(own);
  // Past the browser's cache: that may have a page of another version.
  const request = ([file, integrity]) => new Request(file, { cache: "no-cache", integrity });
  try {
    await copy.addAll(Object.entries(files).map(request));
  } catch (error) {
    await caches.delete(own);
    throw error;
  }
  await skipWaiting();
};
addEventListener("install", (event) => event.waitUntil(keep()));

// A page that is open may still need what the copy before this one has.
const forget = async () => {
  const copies = (await caches.keys()).filter((name) => name.startsWith(mine) && name !== own);
  await Promise.all(copies.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
};
addEventListener("activate", (event) => event.waitUntil(forget()));

// A page comes from the network, unless that does not answer within some seconds.
const page = async (request, address) => {
  const copy = await caches.open(own);
  const kept = await copy.match(address);
  const late = new Promise((done) => setTimeout(done, 3000, kept));
  const fresh = fetch(request);
  try {
    return (await Promise.race([fresh, late])) ?? (await fresh);
  } catch {
    return kept ?? Response.error();
  }
};
const file = async (request) => (await caches.match(request)) ?? fetch(request);

// Other people's pages show the embedded one, which is neither kept nor served from here.
const embed = new URL("embed/", location).href;
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/(index\.html)?([?#].*)?$/, "");
  if (request.method !== "GET" || [address, request.referrer].some((it) => it.startsWith(embed))) return;
  if (request.mode !== "navigate") event.respondWith(file(request));
  else if (pages.includes(address)) event.respondWith(page(request, address));
});
