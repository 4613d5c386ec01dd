export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const linksNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
/** Of strict Open XML, which only few programs write. */
export const strictNamespace = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
