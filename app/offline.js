// Keeps a copy of the site, so that it works without a network after the first visit. The build
// writes `version` and `files` above: the address and the hash of each file.
//
// Versions are not mixed: a copy is whole or absent, and the names of program files change with
// their contents, so that a page finds its own files in any copy that has them.
const mine = `${registration.scope} `;
const own = mine + version;
const pages = Object.keys(files)
  .filter((file) => /\/$/.test(file))
  .map((file) => new URL(file, location).href);

const keep = async () => {
  const copy = await caches.open(own);
  // Bypass the browser's cache, which may have a page of another version.
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

// An open page may still need files of the previous copy.
const forget = async () => {
  const copies = (await caches.keys()).filter((name) => name.startsWith(mine) && name !== own);
  await Promise.all(copies.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
};
addEventListener("activate", (event) => event.waitUntil(forget()));

// A page comes from the network, unless that takes more than a few seconds.
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

// Other sites show the embedded page, which is neither stored nor served from here.
const embed = new URL("embed/", location).href;
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/(index\.html)?([?#].*)?$/, "");
  if (request.method !== "GET" || [address, request.referrer].some((it) => it.startsWith(embed))) return;
  if (request.mode !== "navigate") event.respondWith(file(request));
  else if (pages.includes(address)) event.respondWith(page(request, address));
});
