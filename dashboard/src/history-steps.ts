let steppedBack = false;
addEventListener('popstate', () => {
  steppedBack = true;
  // What is rendered because of it is rendered before the next task.
  setTimeout(() => {
    steppedBack = false;
  });
});

/**
 * True while the page is shown because somebody went back or forward; a link shows a list afresh. This listens before
 * the router does only where it is loaded before the router is mounted.
 */
export function cameBack(): boolean {
  return steppedBack;
}
