/** Id of the element that contains the announcements. */
export const ANNOUNCEMENTS_ID = "announcements";

/** Storage key of the dismissed announcements. */
export const DISMISSED_KEY = "dismissedAnnouncements";

/**
 * Runs before the first paint: shows the first current announcement that was not dismissed here. A
 * cached page is correct because of it. Same rule as `chosen` in announcement.domain.ts.
 */
export const CHOOSE_SCRIPT =
  `(function(){var d=[],n=Date.now(),s;try{d=JSON.parse(localStorage.getItem("${DISMISSED_KEY}"))||d}catch(e){}` +
  `[].forEach.call(document.getElementById("${ANNOUNCEMENTS_ID}").children,function(e){var a=e.dataset;` +
  "e.hidden=s||d.indexOf(a.key)>=0||n<+a.from||n>=+a.until;s=s||!e.hidden})})()";
