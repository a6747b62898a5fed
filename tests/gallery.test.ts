import { describe, expect, test } from "vitest";
import { parseSource, readSourceFiles, type SourceFile } from "./arch/source-file.ts";
import { GALLERY } from "./gallery/gallery.ts";

/**
 * Every component of web/ui and every view of a feature can be seen in the gallery: a state shows it, or
 * it stands within what a state shows, or there is a reason why nobody sees it.
 */

/** Views that stand within others, each with a state in which it can be seen. */
const SEEN_IN: Readonly<Record<string, string>> = {
  "web/features/account/account-card.tsx": "account/sign-in",
  "web/features/account/account-fields.tsx": "account/sign-in-empty",
  "web/features/account/reauthentication/confirm-password.tsx":
    "studio-people/asked-who-is-at-work",
  "web/features/account/reauthentication/reauthenticate.tsx": "studio-people/asked-who-is-at-work",
  "web/features/account/reauthentication/sign-in-again.tsx": "profile/editing-after-the-session",
  "web/features/account/avatar-control.tsx": "profile/picture-refused",
  "web/features/account/consent/consent-card.tsx": "account/consent-asked",
  "web/features/account/delete-dialog.tsx": "profile/deletion-refused",
  "web/features/account/edit-profile-dialog.tsx": "profile/editing-refused",
  "web/features/account/export-dialog.tsx": "profile/export-refused",
  "web/features/account/password-dialog.tsx": "profile/changing-the-password",
  "web/features/account/password-form.tsx": "account/reset-too-short",
  "web/features/account/profile-view.tsx": "profile/filled",
  "web/features/account/reenter-form.tsx": "profile/deletion-refused",
  "web/features/account/mfa/code-field.tsx": "security/step",
  "web/features/account/mfa/mfa-form.tsx": "security/step",
  "web/features/account/security/add-authenticator-dialog.tsx": "security/adding-an-app",
  "web/features/account/security/devices-section.tsx": "security/on",
  "web/features/account/security/identities-section.tsx": "security/on",
  "web/features/account/security/prove-dialog.tsx": "security/removing-an-app",
  "web/features/account/security/recovery-codes-dialog.tsx": "security/recovery-codes",
  "web/features/account/security/section-parts.tsx": "security/on",
  "web/features/account/security/two-step-section.tsx": "security/on",
  "web/features/account/sign-in-form.tsx": "account/sign-in-refused",
  "web/features/account/sign-up-form.tsx": "account/sign-up-empty",
  "web/features/bible/bible-toolbar.tsx": "bible/reference-typed",
  "web/features/bible/chapter-view.tsx": "bible/chapter-marked",
  "web/features/bible/labelled-select.tsx": "bible/chapter",
  "web/features/bible/marks/label-field.tsx": "bible/verse",
  "web/features/bible/marks/mark-actions.tsx": "bible/verse",
  "web/features/bible/marks/mark-item.tsx": "bible/marks-some",
  "web/features/bible/parallel/second-version-select.tsx": "bible/parallel",
  "web/features/bible/parallel/parallel-verses.tsx": "bible/parallel",
  "web/features/bible/parallel/compare-verse.tsx": "bible/compared",
  "web/features/bible/text/red-letters-control.tsx": "bible/parallel",
  "web/features/bible/text/verse-text.tsx": "bible/chapter",
  "web/features/bible/text-missing.tsx": "bible/version-missing",
  "web/features/data-saver/switch.tsx": "device/switches",
  "web/ui/titled-page.tsx": "bible/marks-none",
  "web/ui/text-size-control.tsx": "bible/chapter-marked",
  "web/features/devotional/dated-view.tsx": "devotional/published-day",
  "web/features/devotional/day-grid.tsx": "devotional/shipped-day",
  "web/features/devotional/entry-article.tsx": "devotional/published-day",
  "web/features/devotional/kept-list.tsx": "devotional/kept-and-read",
  "web/features/devotional/entry-states.tsx": "devotional/day-failed",
  "web/features/devotional/fixed-view.tsx": "devotional/own-day-missing",
  "web/features/devotional/month-calendar.tsx": "devotional/published-day",
  "web/features/devotional/page-parts.tsx": "devotional/published-day",
  "web/features/devotional/studio-link.tsx": "devotional/upload-by-a-helper",
  "web/features/devotional/upload-panel.tsx": "devotional/upload-by-anybody",
  "web/features/devotional/voice-settings.tsx": "devotional/voice-settings",
  "web/features/history/clear-dialog.tsx": "history/clearing",
  "web/features/history/history-item.tsx": "history/filled",
  "web/features/history/pause-recording.tsx": "history/filled",
  "web/features/history/later/later-item.tsx": "history/later-kept",
  "web/features/live/channel-frame.tsx": "live/card-playing",
  "web/features/live/channel-note.tsx": "live/card-watched",
  "web/features/live/channel-player.tsx": "live/live-tv-page",
  "web/features/live/services/service-countdown.tsx": "live/services",
  "web/features/plans/come-back-dialog.tsx": "plan/come-back",
  "web/features/plans/day-card.tsx": "plan/reading",
  "web/features/plans/day-list.tsx": "plan/reading",
  "web/features/plans/month-dots.tsx": "plan/reading",
  "web/features/plans/passage-links.tsx": "plan/reading",
  "web/features/plans/progress-line.tsx": "plan/list",
  "web/features/plans/share-plan.tsx": "plan/reading",
  "web/features/search/search-combobox.tsx": "search/suggesting",
  "web/features/search/search-results.tsx": "search/found",
  "web/features/search/search-start.tsx": "search/start",
  "web/features/search/suggestion-list.tsx": "search/suggesting",
  "web/features/studio/bible-texts/texts-coming.tsx": "studio-texts/here-coming-and-offered",
  "web/features/studio/bible-texts/texts-here.tsx": "studio-texts/here-coming-and-offered",
  "web/features/studio/bible-texts/texts-offered.tsx": "studio-texts/here-coming-and-offered",
  "web/features/studio/channels/add-channel-dialog.tsx": "studio-channels/a-taken-name",
  "web/features/studio/channels/channel-buttons.tsx": "studio-channels/list",
  "web/features/studio/channels/channel-editor.tsx": "studio-channels/page",
  "web/features/studio/channels/channel-item.tsx": "studio-channels/list",
  "web/features/studio/channels/channel-list.tsx": "studio-channels/list",
  "web/features/studio/channels/paste-box.tsx": "studio-channels/a-link-read",
  "web/features/studio/channels/remove-channel.tsx": "studio-channels/going-back",
  "web/features/studio/kit/fields/select-field.tsx": "studio-channels/page",
  "web/features/studio/kit/fields/language-boxes.tsx": "studio-videos/category",
  "web/features/studio/channels/source-field.tsx": "studio-channels/page",
  "web/features/studio/channels/poster/poster-field.tsx": "studio-channels/page",
  "web/features/studio/channels/switch-dialog.tsx": "studio-channels/a-link-read",
  "web/features/studio/channels/test-player.tsx": "studio-channels/a-link-read",
  "web/features/studio/devotionals/appear-field.tsx": "studio-devotionals/day-written",
  "web/features/studio/devotionals/day-editor.tsx": "studio-devotionals/day-written",
  "web/features/studio/devotionals/day-page.tsx": "studio-devotionals/day-written",
  "web/features/studio/devotionals/day-sign.tsx": "studio-devotionals/month",
  "web/features/studio/devotionals/import/import-page.tsx":
    "studio-devotionals/import-with-a-bad-day",
  "web/features/studio/devotionals/import/import-table.tsx":
    "studio-devotionals/import-with-a-bad-day",
  "web/features/studio/devotionals/month-grid.tsx": "studio-devotionals/month",
  "web/features/studio/devotionals/month-legend.tsx": "studio-devotionals/month",
  "web/features/studio/devotionals/month-page.tsx": "studio-devotionals/month",
  "web/features/studio/devotionals/preview-card.tsx": "studio-devotionals/day-written",
  "web/features/studio/devotionals/references-card.tsx": "studio-devotionals/day-written",
  "web/features/studio/devotionals/start-from.tsx": "studio-devotionals/day-written",
  "web/features/studio/devotionals/take-back.tsx": "studio-devotionals/day-written",
  "web/features/studio/devotionals/text/text-box.tsx": "studio-devotionals/day-written",
  "web/features/studio/kit/revisions/change-list.tsx": "studio-kit/today",
  "web/features/studio/kit/conflict-dialog.tsx": "studio-kit/somebody-was-faster",
  "web/features/studio/kit/fields/field-origin.tsx": "studio-kit/somebody-was-faster",
  "web/features/studio/kit/gate/studio-gate.tsx": "studio-kit/not-for-this-member",
  "web/features/studio/kit/reauthentication/reauthentication-provider.tsx":
    "studio-people/asked-who-is-at-work",
  "web/features/studio/kit/revisions/revision-lines.tsx": "studio-kit/today",
  "web/features/studio/kit/revisions/revisions-dialog.tsx": "studio-kit/an-earlier-version",
  "web/features/studio/kit/save-bar.tsx": "studio-kit/a-wrong-value-without-a-network",
  "web/features/studio/kit/studio-page.tsx": "studio-kit/today",
  "web/features/studio/kit/together/others-here.tsx": "studio-kit/others-are-here",
  "web/features/studio/missing-page.tsx": "studio-kit/today",
  "web/features/studio/more-page.tsx": "studio-kit/today",
  "web/features/studio/studio-frame.tsx": "studio-kit/today",
  "web/features/studio/dashboard/channels-card.tsx": "studio-kit/today",
  "web/features/studio/dashboard/health-card.tsx": "studio-kit/today",
  "web/features/studio/dashboard/missing-card.tsx": "studio-kit/today",
  "web/features/studio/dashboard/next-service-card.tsx": "studio-kit/today",
  "web/features/studio/dashboard/today-page.tsx": "studio-kit/today",
  "web/features/studio/people/account-actions.tsx": "studio-people/deleting-an-account",
  "web/features/studio/people/account-page.tsx": "studio-people/deleting-an-account",
  "web/features/studio/videos/edit-video-link.tsx": "studio-videos/category",
  "web/features/studio/videos/own-list.tsx": "studio-videos/own-list",
  "web/features/studio/videos/video-links.tsx": "studio-videos/video",
  "web/features/studio/videos/video-picker.tsx": "studio-videos/own-list",
  "web/features/studio/people/accounts-page.tsx": "studio-people/accounts",
  "web/features/studio/people/change-rights-dialog.tsx": "studio-people/changing-to-nothing",
  "web/features/studio/people/helper-line.tsx": "studio-people/helpers",
  "web/features/studio/people/invite-dialog.tsx": "studio-people/link-made",
  "web/features/studio/people/made-link.tsx": "studio-people/link-made",
  "web/features/studio/people/rights-fields.tsx": "studio-people/changing-to-nothing",
  "web/features/videos/card-placeholder.tsx": "video/row-loading",
  "web/features/videos/category-header.tsx": "video/category-ready",
  "web/features/videos/filter-bar.tsx": "video/category-filtered",
  "web/features/videos/more-videos.tsx": "video/modal-playing",
  "web/features/videos/next-video.tsx": "video/modal-at-the-end",
  "web/features/videos/pagination.tsx": "video/category-last-page",
  "web/features/videos/details/watch-later-button.tsx": "video/modal-with-chapters",
  "web/features/videos/resume-from-device.tsx": "video/modal-further-elsewhere",
  "web/features/videos/details/passage-part.tsx": "video/modal-with-chapters",
  "web/features/videos/details/share-video.tsx": "video/modal-with-chapters",
  "web/features/videos/stale-note.tsx": "video/category-stale",
  "web/features/videos/video-card.tsx": "video/row-ready",
  "web/features/videos/details/video-details.tsx": "video/modal-with-chapters",
  "web/features/videos/details/video-facts.tsx": "video/modal-with-chapters",
  "web/features/videos/video-stage.tsx": "video/modal-asking",
  "web/ui/fields/file-button.tsx": "devotional/upload-by-anybody",
  "web/ui/marked-text.tsx": "bible/results-found",
  "web/features/studio/health/alert-switch.tsx": "studio-num/health-needs-somebody",
  "web/features/studio/health/test-mail-button.tsx": "studio-num/health-needs-somebody",
  "web/features/studio/health/test-mail.tsx": "studio-num/health-needs-somebody",
  "web/features/studio/onboarding/health-step-item.tsx": "studio-ann/first-steps",
  "web/features/studio/onboarding/step-line.tsx": "studio-ann/first-steps",
  "web/features/studio/analytics/bar-chart.tsx": "studio-num/numbers-of-a-week",
  "web/features/studio/analytics/download-button.tsx": "studio-num/numbers-of-a-week",
  "web/features/studio/analytics/keys-card.tsx": "studio-num/numbers-of-a-week",
  "web/features/studio/analytics/series-card.tsx": "studio-num/numbers-of-a-week",
  "web/ui/passage-link.tsx": "video/modal-with-chapters",
  "web/ui/progress-bar.tsx": "plan/reading",
  "web/ui/reading/reading-body.tsx": "devotional/published-day",
  "web/ui/reading/reading-text.tsx": "devotional/published-day",
  "web/features/live/services/service-changes.tsx": "live/services-changed",
  "web/features/studio/kit/preview/preview-link.tsx": "studio-ann/wrong-link",
  "web/features/studio/announcements/announcement-form.tsx": "studio-ann/wrong-link",
  "web/features/studio/announcements/announcement-preview.tsx": "studio-ann/wrong-link",
  "web/features/studio/announcements/editor-moment.tsx": "studio-ann/wrong-link",
  "web/features/studio/schedule/add-service.tsx": "studio-schedule/page",
  "web/features/studio/schedule/change-dialog.tsx": "studio-schedule/changing-one",
  "web/features/studio/schedule/clock-table.tsx": "studio-schedule/page",
  "web/features/studio/schedule/coming-services.tsx": "studio-schedule/page",
  "web/features/studio/schedule/service-fields.tsx": "studio-schedule/page",
  "web/ui/verse-image/picture-button.tsx": "verse/of-the-day",
  "web/ui/verse-image/picture-dialog.tsx": "verse/as-a-picture",
  "web/ui/announcement-banner.tsx": "studio-ann/banner",
  "web/features/studio/videos/add-category-dialog.tsx": "studio-videos/adding-refused",
  "web/features/studio/videos/category-editor.tsx": "studio-videos/category",
  "web/features/studio/videos/category-list.tsx": "studio-videos/list",
  "web/features/studio/videos/category-videos.tsx": "studio-videos/category",
  "web/features/studio/videos/hidden-videos.tsx": "studio-videos/list",
  "web/features/studio/videos/video-editor.tsx": "studio-videos/video",
};

/** Views that show nothing of their own. */
const UNSEEN: Readonly<Record<string, string>> = {
  "web/features/announcements/banners.tsx":
    "writes the server's markup of what studio-ann/banner shows",
  "web/features/notifications/reminders-slot.tsx": "loads the panel where there are reminders",
  "web/features/search/search-launcher.tsx": "opens the dialog when it is asked for",
  "web/ui/optional.tsx": "loads the part that it is given",
};

const VIEW = /^web\/(?:ui|features)\/.*(?<!\.test)\.tsx$/;
const views = readSourceFiles(["web"])
  .map(({ path }) => path)
  .filter((path) => VIEW.test(path));
const states = Object.entries(GALLERY).flatMap(([group, named]) =>
  Object.keys(named).map((name) => `${group}/${name}`),
);
const imported = importsOf(readSourceFiles(["tests/gallery"]));

function importsOf(files: readonly SourceFile[]): Set<string> {
  return new Set(
    files.flatMap(({ imports }) => imports.map(({ specifier }) => specifier.replace(/^#/, ""))),
  );
}

/** Views that neither a state nor a table names. */
function forgottenViews(paths: readonly string[], shown: ReadonlySet<string>): string[] {
  return paths.filter((path) => !shown.has(path) && !(path in SEEN_IN) && !(path in UNSEEN));
}

describe("the gallery", () => {
  test("shows every component of web/ui and every view of a feature, or says why not", () => {
    expect(views.length).toBeGreaterThan(70);
    expect(forgottenViews(views, imported)).toEqual([]);
  });

  test("names only views that there are and that no state shows by itself", () => {
    const named = [...Object.keys(SEEN_IN), ...Object.keys(UNSEEN)];
    expect(named.filter((path) => !views.includes(path) || imported.has(path))).toEqual([]);
  });

  test("names only states that there are", () => {
    expect(Object.values(SEEN_IN).filter((state) => !states.includes(state))).toEqual([]);
  });

  test("a view that nobody shows is found", () => {
    const state = parseSource("tests/gallery/x.tsx", 'import { A } from "#web/ui/a.tsx";');
    const shown = importsOf([state]);
    expect(forgottenViews(["web/ui/a.tsx", "web/ui/b.tsx"], shown)).toEqual(["web/ui/b.tsx"]);
  });
});
