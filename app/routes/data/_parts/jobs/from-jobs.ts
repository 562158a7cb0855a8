/** In the address of a page that was opened from the list of jobs, and leads back to it. */
export const FROM_JOBS = "jobs";
