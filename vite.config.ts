import { basename, join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { LANGUAGES } from "./shared/languages.ts";
import { type BuildEnvironmentOptions, defineConfig, type Plugin, type UserConfig } from "vite";

/**
 * Browsers of the main app: Chrome and Android WebView 100, Safari 15.4 and later. Safari 16 stands
 * here because below it the compiler replaces private class fields by helpers (2 kB), for a scope
 * fault of field initializers that none of our modules touches; Safari 15.4 knows the syntax.
 */
const BROWSERS = ["chrome100", "safari16", "firefox100"];

/** The file that every page loads. */
const PAGE_CHUNK = "app";

/** Modules of the pages, of their libraries and of what they share with the server. */
function isPageModule(id: string): boolean {
  return (
    /\/(?:web\/(?:app|features|base|lib|ui)|shared|packages\/kit|node_modules)\//.test(id) &&
    !id.includes("hls.js")
  );
}

/** What pages and embed players both use from the start; a player must not load the pages' file for it. */
function isSharedWithPlayers(id: string): boolean {
  return /\/(?:shared\/(?:constants|device\/(?:data-saver|live-autoplay)\.domain|site\/server-probe|time-limit)|kit\/durations)\.ts$|preload-helper/.test(
    id,
  );
}

/** What players use from the start, and pages not before they show one. */
function isForPlayers(id: string): boolean {
  return /\/shared\/(?:embed\/(?:embed-[a-z]+|exclusive-playback)|device\/(?:data-estimate\.domain|format-data-size)|videos\/youtube-address\.domain|live\/playback-problem\.domain)\.ts$/.test(
    id,
  );
}

type SharedFile = {
  name: string;
  /** Modules that their page, or its deferred code, loads together. */
  parts: readonly string[];
  /** Only what each of the parts imports. */
  isForAll?: boolean;
};

/**
 * Files for what lazy parts share, by the parts that import it. A module is in the first file that
 * fits: otherwise each set of parts would have a file of its own, most of them below 1 kB.
 */
const SHARED_FILES: readonly SharedFile[] = [
  { name: "icons", parts: [] },
  {
    name: "common",
    parts: [
      "app/layout/deferred.tsx",
      "app/navigation/scroll-restoration.tsx",
      "lib/navigation/use-search-term.ts",
      "lib/session/load-session.ts",
      "lib/session/needs-session.ts",
      "lib/session/stored-session.ts",
      "lib/sharing.ts",
      "features/notifications/reminders-panel.tsx",
      "features/notifications/reminders-slot.tsx",
      "base/data-saver/use-data-estimate-text.ts",
      "ui/fields/search-field.tsx",
      "ui/form-dialog.tsx",
      "ui/marked-text.tsx",
      "ui/needs-network.tsx",
      "ui/progress-bar.tsx",
      "ui/titled-page.tsx",
      "lib/download-blob.ts",
      "lib/use-local-day.ts",
      "lib/storage/stored-list.ts",
      "../shared/contracts/bible-reader.ts",
      "../shared/device/indexed-db-store.ts",
      "../shared/messages/not-found.ts",
      "../shared/search/fold-text.ts",
      "../shared/within.ts",
    ],
  },
  { name: "sync", parts: ["base/sync/sync-scheduler.ts", "base/sync/use-items.ts"] },
  {
    name: "account-state",
    parts: [
      "features/account/result.ts",
      "lib/session/use-session.ts",
      "../shared/messages/account/session.ts",
    ],
  },
  {
    name: "channel",
    parts: [
      "features/live/channel-controls.tsx",
      "features/live/channel-frame.tsx",
      "features/live/services/next-service.tsx",
      "app/routes/live-tv-route.tsx",
    ],
  },
  {
    name: "history",
    parts: [
      "../shared/messages/videos/later.ts",
      "../shared/messages/videos/watch.ts",
      "base/playback/remembered-video.domain.ts",
      "base/playback/synced-position.domain.ts",
      "features/history/continue-row.tsx",
    ],
  },
  {
    name: "list",
    parts: ["app/routes/category-route.tsx", "lib/ago-text.domain.ts"],
  },
  {
    name: "books",
    parts: [
      "../shared/bible/bible-reference.ts",
      "../shared/bible/numbering/passage-address.domain.ts",
      "../shared/contracts/bible-responses.ts",
    ],
  },
  {
    name: "spoken",
    parts: ["app/routes/devotional-route.tsx", "app/routes/bible-route.tsx"],
    isForAll: true,
  },
  {
    name: "passages",
    parts: ["features/videos/video-modal.tsx", "app/routes/bible-route.tsx"],
    isForAll: true,
  },
  {
    name: "scripture",
    parts: ["features/videos/video-modal.tsx", "app/routes/devotional-route.tsx"],
    isForAll: true,
  },
  {
    name: "devotional",
    parts: [
      "features/devotional/use-listen.ts",
      "ui/reading-body.tsx",
      "../shared/devotional/date-names.ts",
    ],
  },
  {
    name: "kept",
    parts: [
      "base/kept/use-kept-media.ts",
      "../shared/messages/kept.ts",
      "../shared/messages/offline-page.ts",
    ],
  },
  { name: "video", parts: ["features/videos/video-modal.tsx"] },
  { name: "reading", parts: ["app/routes/bible-route.tsx"] },
  {
    name: "plans",
    parts: [
      "features/plans/chapter-offer.tsx",
      "features/plans/plan-cover.tsx",
      "features/plans/plan-progress.tsx",
    ],
  },
  { name: "marks", parts: ["features/bible/selection/selection-actions.tsx"] },
  { name: "profile", parts: ["../shared/messages/account/profile.ts"] },
  { name: "forms", parts: ["ui/fields/text-field.tsx", "ui/toast-list.ts"] },
  {
    name: "account",
    parts: [
      "features/account/sign-in-forms.tsx",
      "features/account/forgot-page.tsx",
      "features/account/mfa/mfa-challenge.tsx",
      "features/account/password-form.tsx",
      "features/account/security/sign-in-methods.tsx",
    ],
  },
  {
    name: "member",
    parts: [
      "features/account/mfa/mfa-form.tsx",
      "features/account/reauthentication.tsx",
      "features/account/security/passkeys.data.ts",
      "features/account/security/sign-in-methods.data.ts",
    ],
  },
];

/** Icons that only the studio, account pages and what a tap opens share. */
const LATER_ICONS =
  "app-window|arrow-up|at-sign|circle-check|clipboard|copy|download|external-link|eye|" +
  "eye-off|file-up|fingerprint-pattern|image-up|key-round|life-buoy|link-2|monitor|" +
  "pencil|plus|power|radio|repeat-2|rotate-ccw|rotate-cw|scissors|smartphone";

/** Libraries whose entry imports more than a part uses, so that imports say nothing. */
const LIBRARY_FILES = [
  { name: "icons", test: new RegExp(`/lucide-react/.*/(?:${LATER_ICONS})\\.mjs$`) },
  { name: "common", test: /\/lucide-react\// },
  { name: "list", test: /\/@tanstack\/.*mutation/i },
];

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Returns the rule for one file: what is shared, and imported by the file's parts. */
function sharedFile({ name, parts, isForAll = false }: SharedFile, index: number) {
  let imported: ReadonlySet<string>[] | undefined;
  return {
    debugName: name,
    // A route stays an entry of its own, by which the server finds it.
    test: (id: string) => isPageModule(id) && !id.includes("/web/app/routes/"),
    minShareCount: 2,
    priority: SHARED_FILES.length - index,
    name(id: string, graph: ModuleGraph): string | null {
      if (id.includes("/node_modules/")) {
        return LIBRARY_FILES.some((file) => file.name === name && file.test.test(id)) ? name : null;
      }
      imported ??= parts.map((part) => importsOf(part, graph));
      const isImported = (ids: ReadonlySet<string>) => ids.has(id);
      return (isForAll ? imported.every(isImported) : imported.some(isImported)) ? name : null;
    },
  };
}

/** Returns the ids of a part and of all that it imports, directly or not. */
function importsOf(part: string, graph: ModuleGraph): ReadonlySet<string> {
  const ids = new Set([join(import.meta.dirname, "web", part)]);
  for (const id of ids) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(next);
  }
  return ids;
}

/**
 * Lets an entry name the files that its imports need, so that a browser asks for all of them at once:
 * found one behind the other, each would cost a slow line a round trip of its own.
 */
function flatEntryImports(): Plugin {
  return {
    name: "flat-entry-imports",
    apply: "build",
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        for (const entry of Object.values(bundle)) {
          if (entry.type !== "chunk" || !entry.isEntry) continue;
          const needed = new Set(entry.imports);
          for (const file of needed) {
            const chunk = bundle[file];
            if (chunk?.type === "chunk") for (const more of chunk.imports) needed.add(more);
          }
          const missing = [...needed].filter((file) => !entry.imports.includes(file));
          const imports = missing.map((file) => `import"./${basename(file)}";`);
          entry.code = imports.join("") + entry.code;
          entry.imports = [...needed];
        }
      },
    },
  };
}

/**
 * Keeps React's renderer in the file of the pages although the start imports it late: a dynamic import would give it a
 * file of its own, one more request before hydration. A group of the same name does not help: it becomes a second file.
 */
function inlineLateRenderer(): Plugin {
  return {
    name: "inline-late-renderer",
    apply: "build",
    transform: {
      filter: { id: /\/web\/app\/start\/start\.tsx$/ },
      handler(code) {
        const inlined = code.replace(/\bimport\((["']react-dom\/client["'])\)/, "require($1)");
        if (inlined === code) this.error("The start no longer imports react-dom/client late");
        return inlined;
      },
    },
  };
}

/** The site's files: pages in each language, embed players. */
const SITE_BUILD: BuildEnvironmentOptions = {
  outDir: "dist/client",
  rolldownOptions: {
    // Nothing reads a property only for what that does elsewhere.
    treeshake: { propertyReadSideEffects: false },
    output: {
      // The first route names every lazy file, and hashes do not compress.
      chunkFileNames: "assets/[name]-[hash:7].js",
      // What every page loads comes in one file: on a slow line each further request costs.
      // What only lazy pages share (the backend client, their forms) stays out of it.
      codeSplitting: {
        // The priorities of the shared files count up to their number.
        groups: [
          { name: "shared", test: isSharedWithPlayers, priority: 400, tags: ["$initial"] },
          { name: "players", test: isForPlayers, priority: 300, tags: ["$initial"] },
          {
            name: PAGE_CHUNK,
            test: isPageModule,
            minShareCount: 2,
            priority: 200,
            tags: ["$initial"],
          },
          ...SHARED_FILES.map(sharedFile),
        ],
      },
    },
    input: {
      ...Object.fromEntries(
        LANGUAGES.map((language) => [`entry-${language}`, `web/app/entry-${language}.ts`]),
      ),
      app: "web/app/app.css",
      player: "web/embed/player.ts",
      "script-loader": "web/embed/script-loader.ts",
      provider: "web/embed/provider.ts",
      youtube: "web/embed/youtube.ts",
      "off-air": "web/embed/off-air.ts",
    },
  },
};

/** The phone app's files: every page, all languages. */
const PHONE_BUILD: BuildEnvironmentOptions = {
  outDir: "dist/phone",
  rolldownOptions: { input: { "entry-phone": "web/app/entry-phone.ts" } },
};

/**
 * The television page (`vite build --mode tv`): one classic script for engines from Chromium 53 on,
 * which know ES2015 but no modules.
 */
const TV_BUILD: UserConfig = {
  publicDir: false,
  appType: "custom",
  build: {
    target: "es2015",
    cssTarget: "chrome53",
    manifest: ".vite/tv-manifest.json",
    assetsInlineLimit: 0,
    modulePreload: false,
    emptyOutDir: false,
    // Otherwise the script would write the styles into the page, which its policy forbids.
    cssCodeSplit: false,
    rolldownOptions: { input: { tv: "web/tv/tv.ts" }, output: { format: "iife" } },
  },
};

/**
 * One client build and one server bundle of the pages (`vite build --ssr web/app/entry-server.tsx`);
 * scripts/build/build.mjs runs both. `--mode phone` builds the phone app's files for `npm run mobile`.
 */
const pagesBuild = defineConfig(({ command, mode, isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [flatEntryImports(), inlineLateRenderer()]),
  ],
  // Everything public is served by the server itself.
  publicDir: false,
  appType: "custom",
  // The studio's encoders and preview, which only browsers load, would double the server's bundle.
  ssr: {
    noExternal: command === "build" ? true : [],
    external: ["mediabunny", "@mediabunny/aac-encoder", "hls.js/light"],
  },
  // Otherwise the server renders with React's development build unless its operator sets the variable.
  ...(command === "build" && { define: { "process.env.NODE_ENV": JSON.stringify("production") } }),
  build: {
    target: isSsrBuild ? "node24" : BROWSERS,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: false,
    emptyOutDir: true,
    ...(!isSsrBuild && (mode === "phone" ? PHONE_BUILD : SITE_BUILD)),
  },
}));

export default defineConfig((env) => (env.mode === "tv" ? TV_BUILD : pagesBuild(env)));
