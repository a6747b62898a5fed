export declare function patchPackages(root: string): Promise<void>;
