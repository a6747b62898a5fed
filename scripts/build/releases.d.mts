export declare function draftRelease(dist: string, nowMs: number): string;
export declare function publishRelease(dist: string, draft: string, nowMs: number): void;
export declare function returnToRelease(dist: string, name: string): void;
