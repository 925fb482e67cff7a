// Drafts: texts that are not saved, by file, in this browser: {text, base}, `base` as the file was when the writing began.

export const drafts = {
  all: () => JSON.parse(localStorage.getItem('ferz drafts') || '{}'),
  put(file, draft) {
    const all = drafts.all();
    if (draft) all[file] = draft;
    else delete all[file];
    localStorage.setItem('ferz drafts', JSON.stringify(all));
  },
  /** Those of some files, as the methods take them. */
  of(files) {
    const all = drafts.all();
    return files.filter((file) => file in all).map((file) => ({ file, text: all[file].text }));
  },
};
