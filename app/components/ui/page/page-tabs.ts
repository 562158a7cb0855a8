import { createContext, type ReactNode } from "react";

/**
 * The tabs under the title of every page of a group, given by the frame; null where pages have none, or tabs of their
 * own.
 */
export const PageTabs = createContext<ReactNode>(null);
