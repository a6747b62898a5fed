/** Address of the file in the text of a function that imports it, as the build writes it. */
const IMPORTED = /\bimport\(\s*["'`]([^"'`]+)["'`]/;

type Importer<Module> = () => Promise<Module>;

/**
 * Returns a function that imports a file, once, and again after a failure. Browsers of before 2026
 * keep a failed import for the life of the page, so that a further try needs another address.
 * @param load imports the file, with a constant address
 * @param importFrom imports an address; the browser's own import
 */
export function importAgain<Module>(
  load: Importer<Module>,
  importFrom: (address: string) => Promise<unknown> = (address) =>
    import(/* @vite-ignore */ address),
): Importer<Module> {
  let loading: Promise<Module> | null = null;
  let failures = 0;

  async function fetchModule(): Promise<Module> {
    const address = IMPORTED.exec(String(load))?.[1];
    if (failures === 0 || address === undefined) return load();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the same file
    return (await importFrom(`${address}?again=${failures}`)) as Module;
  }

  return () => {
    loading ??= fetchModule().catch((error: unknown) => {
      loading = null;
      failures += 1;
      throw error;
    });
    return loading;
  };
}
