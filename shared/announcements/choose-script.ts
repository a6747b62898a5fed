/** Id of the element above the page in which announcements stand. */
export const ANNOUNCEMENTS_ID = "announcements";

/** Key under which a device keeps which ones it has dismissed. */
export const DISMISSED_KEY = "dismissedAnnouncements";

/**
 * Runs before anything is painted, behind the announcements that the server has written: shows the first
 * in time that was not dismissed here, and hides the others. A page that was kept somewhere is right by
 * this too. Its rule is `chosen` of announcement.domain.ts.
 */
export const CHOOSE_SCRIPT =
  `(function(){var d=[],n=Date.now(),s;try{d=JSON.parse(localStorage.getItem("${DISMISSED_KEY}"))||d}catch(e){}` +
  `[].forEach.call(document.getElementById("${ANNOUNCEMENTS_ID}").children,function(e){var a=e.dataset;` +
  "e.hidden=s||d.indexOf(a.key)>=0||n<+a.from||n>=+a.until;s=s||!e.hidden})})()";
