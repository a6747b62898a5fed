import type { GalleryStates } from "./gallery-state.ts";
import { ACCOUNT_STATES } from "./states/account-states.tsx";
import { BIBLE_STATES } from "./states/bible-states.tsx";
import { CONTROL_STATES } from "./states/control-states.tsx";
import { DEVICE_STATES } from "./states/device-states.tsx";
import { DEVOTIONAL_STATES } from "./states/devotional-states.tsx";
import { FRAME_STATES } from "./states/frame-states.tsx";
import { HISTORY_STATES } from "./states/history-states.tsx";
import { LIVE_STATES } from "./states/live-states.tsx";
import { OVERLAY_STATES } from "./states/overlay-states.tsx";
import { PLAN_STATES } from "./states/plan-states.tsx";
import { PROFILE_STATES } from "./states/profile-states.tsx";
import { SEARCH_STATES } from "./states/search-states.tsx";
import { SECURITY_STATES } from "./states/security-states.tsx";
import { STUDIO_ANN_STATES } from "./states/studio-ann-states.tsx";
import { STUDIO_CHANNELS_STATES } from "./states/studio-channels-states.tsx";
import { STUDIO_DEVOTIONALS_STATES } from "./states/studio-devotionals-states.tsx";
import { STUDIO_KIT_STATES } from "./states/studio-kit-states.tsx";
import { STUDIO_PEOPLE_STATES } from "./states/studio-people-states.tsx";
import { STUDIO_TEXTS_STATES } from "./states/studio-texts-states.tsx";
import { STUDIO_NUM_STATES } from "./states/studio-num-states.tsx";
import { STUDIO_SCHEDULE_STATES } from "./states/studio-schedule-states.tsx";
import { STUDIO_VIDEOS_STATES } from "./states/studio-videos-states.tsx";
import { VERSE_STATES } from "./states/verse-states.tsx";
import { VIDEO_STATES } from "./states/video-states.tsx";

/** All states by group; a group is named after its file. */
export const GALLERY: Readonly<Record<string, GalleryStates>> = {
  account: ACCOUNT_STATES,
  bible: BIBLE_STATES,
  control: CONTROL_STATES,
  device: DEVICE_STATES,
  devotional: DEVOTIONAL_STATES,
  frame: FRAME_STATES,
  history: HISTORY_STATES,
  live: LIVE_STATES,
  overlay: OVERLAY_STATES,
  plan: PLAN_STATES,
  profile: PROFILE_STATES,
  search: SEARCH_STATES,
  security: SECURITY_STATES,
  "studio-ann": STUDIO_ANN_STATES,
  "studio-channels": STUDIO_CHANNELS_STATES,
  "studio-devotionals": STUDIO_DEVOTIONALS_STATES,
  "studio-kit": STUDIO_KIT_STATES,
  "studio-people": STUDIO_PEOPLE_STATES,
  "studio-num": STUDIO_NUM_STATES,
  "studio-texts": STUDIO_TEXTS_STATES,
  "studio-schedule": STUDIO_SCHEDULE_STATES,
  "studio-videos": STUDIO_VIDEOS_STATES,
  verse: VERSE_STATES,
  video: VIDEO_STATES,
};
