/**
 * Lets React update a page that the browser has translated: translation replaces text nodes that
 * React still holds. A moved node stays where it is, and a node to insert before it is appended,
 * instead of an exception.
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
