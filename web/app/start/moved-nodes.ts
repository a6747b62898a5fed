/**
 * Lets React change a page that the browser has translated: translation puts elements in the place of text nodes
 * that React still holds. Instead of an exception, a node that is elsewhere stays where it is, and one that is to
 * stand before it comes last.
 */
export function tolerateMovedNodes(): void {
  const { prototype } = Node;
  // oxlint-disable-next-line typescript/unbound-method -- called with their node
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function remove(child) {
    if (child.parentNode === this) removeChild.call(this, child);
    return child;
  };
  prototype.insertBefore = function insert(child, next) {
    insertBefore.call(this, child, next?.parentNode === this ? next : null);
    return child;
  };
}
