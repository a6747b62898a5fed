export declare const OLDEST_SETUP_NODE: 20;
export declare const PROJECT_NODE: 24;
export declare const STEPS_BY_MODE: Readonly<Record<string, readonly string[]>>;
export declare function programArguments(program: readonly string[]): readonly string[];
export declare const BUILD_INPUTS: readonly string[];
export declare class SetupError extends Error {}
export declare function majorOf(version: string): number;
export declare function planInstallation(
  lock: string,
  installed: string | null,
  needsTools: boolean,
): { args: readonly string[]; withTools: boolean } | null;
export declare function isInstalled(
  lock: string,
  installed: string | null,
  withTools: boolean,
): boolean;
export declare function explainInstallFailure(output: string): {
  sentence: string;
  isWorthRetrying: boolean;
};
export declare function installEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined>;
