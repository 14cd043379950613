// Shows notices where a page may not do it by itself (Android): a press on one brings the page back
// to its table. Keeps nothing and fetches nothing.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length === 0) {
      await clients.openWindow("/");
      return;
    }
    const page = await pages[0].focus();
    page.postMessage({ table: event.notification.data.table });
  })());
});
