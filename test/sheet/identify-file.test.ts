import { describe, expect, it } from 'vitest'
import { identifyFile, identifyOle } from '../rooms/sheet.ts'

function identify(head: Buffer): string {
  const nature = identifyFile(head, head.length)
  return typeof nature === 'string' ? nature : nature[0]
}

describe('identifyFile', () => {
  it.each([
    ['PK\x03\x04…', 'zip'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'ole'],
    ['a,b\r\n1,2', 'text'],
    ['name,page\nx,<html>', 'text'],
    ['', 'is empty'],
    ['%PDF-1.7', 'PDF'],
    ['\x1f\x8b\x08', 'gzip'],
    ['7z\xbc\xaf\x27\x1c', '7-Zip'],
    ['Rar!\x1a\x07\x01', 'RAR'],
    ['\x89PNG\r\n', 'picture'],
    ['SQLite format 3\x00', 'neither a workbook'],
    ['\x09\x08\x10\x00', 'neither a workbook'],
    ['ID;PWXL;N;E', 'neither a workbook'],
    ['{\\rtf1', 'neither a workbook'],
    ['\xff\xfe\x00\x00a\x00\x00\x00', 'UTF-32'],
    ['\xef\xbb\xbf <!DOCTYPE HTML><p>', 'web page'],
    ['<table><tr>', 'web page'],
    ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', 'XML Spreadsheet 2003'],
    ['<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns"/>', '.fods'],
    ['<?xml version="1.0"?><trips/>', 'is an XML file'],
  ])('%j: %s', (head, what) => {
    expect(identify(Buffer.from(head, 'latin1'))).toContain(what)
  })

  it('knows XML in UTF-16 and the lock file of Excel', () => {
    expect(identify(Buffer.from('\ufeff<?xml version="1.0"?><x/>', 'utf16le'))).toContain('XML file')
    const lock = Buffer.alloc(165, ' ')
    lock[0] = 3
    lock[55] = 3
    expect(identify(lock)).toContain('lock file')
  })
})

describe('identifyOle', () => {
  it.each([
    // An .xlsx as well: to save it as one is no help.
    ['EncryptedPackage', 'is a workbook protected with a password', 'remove the password'],
    ['EncryptionInfo', 'is a workbook protected with a password', 'remove the password'],
    ['Workbook', 'Excel 97-2003', 'format-unread'],
    ['WordDocument', 'Word', 'as .xlsx'],
    ['Whatever', 'old Office file', 'take the password off if it has one'],
  ])('a directory with %s: %s', (entry, what, hint) => {
    const [found, toDo] = identifyOle(Buffer.from(`Root Entry\0${entry}\0`, 'utf16le'))
    expect(found).toContain(what)
    expect(toDo).toContain(hint)
  })
})
