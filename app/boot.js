// Starts the page. A file, because the page's Content-Security-Policy forbids inline scripts.
// Trunk has written the addresses of both parts into the page, as preload links.
const address = (selector) => document.head.querySelector(selector).href;

try {
  const { default: init } = await import(address('link[rel="modulepreload"]'));
  // The waiting page is painted first: on a quick machine the program would come before it. A page
  // in the background is not painted at all.
  await Promise.race([
    new Promise((painted) => new PerformanceObserver(painted).observe({ type: "paint", buffered: true })),
    new Promise((late) => setTimeout(late, 200)),
  ]);
  await init({ module_or_path: address('link[type="application/wasm"]') });
} catch (error) {
  document.getElementById("start-failure").hidden = false;
  throw error;
}
