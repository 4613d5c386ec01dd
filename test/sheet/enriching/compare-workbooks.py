"""What openpyxl sees differ between workbooks and their enriched copies: reads and writes JSON."""
import json
import re
import sys
import warnings
from openpyxl import load_workbook

warnings.simplefilter('ignore')


def look(cell):
    parts = (cell.font, cell.fill, cell.border, cell.alignment, cell.protection)
    return [repr(part) for part in parts] + [cell.number_format]


def dimensions(sheet, taken):
    """Widths and looks of columns, one by one."""
    found = {}
    for one in sheet.column_dimensions.values():
        one.reindex()
        for at in range(one.min or 0, min(one.max or 0, 600) + 1):
            if at not in taken:
                found[at] = (one.width, bool(one.hidden), one.outlineLevel, one._style if one.has_style else None)
    return found


def rules(sheet, taken_ranges):
    return sorted((str(area.sqref), repr(rule)) for area in sheet.conditional_formatting for rule in area.rules if str(area.sqref) not in taken_ranges)


def marginals(sheet):
    kinds = ('oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter')
    return [getattr(getattr(sheet.HeaderFooter, kind), part).text for kind in kinds for part in ('left', 'center', 'right')]


def compare(job):
    one, other = load_workbook(job['before'], rich_text=True), load_workbook(job['after'], rich_text=True)
    found = []

    def expect(what, before, after):
        if before != after:
            found.append(f'{what}: {str(before)[:200]} -> {str(after)[:200]}')

    expect('sheets', one.sheetnames, other.sheetnames[:len(one.sheetnames)])
    for name, defined in one.defined_names.items():
        expect(f'name {name}', defined.attr_text, getattr(other.defined_names.get(name), 'attr_text', None))
    expect('security', repr(one.security), repr(other.security))
    expect('epoch', one.epoch, other.epoch)
    expect('named styles', one.named_styles, other.named_styles)
    for before, after in zip(one, other):
        enriched = before.title == job['sheet']
        taken = set(job['columns']) if enriched else set()
        rows = range(job['headingRow'], job['lastRow'] + 1) if enriched else ()
        where = before.title
        expect(f'{where} state', before.sheet_state, after.sheet_state)
        if not hasattr(before, 'iter_rows'):
            continue
        for cells in before.iter_rows():
            for cell in cells:
                if cell.row in rows and cell.column in taken:
                    continue
                copy = after.cell(cell.row, cell.column)
                place = f'{where}!{cell.coordinate}'
                if type(cell).__name__ == 'MergedCell':
                    expect(place, 'merged', 'merged' if type(copy).__name__ == 'MergedCell' else 'a cell')
                    continue
                expect(f'{place} value', repr(cell.value) if not hasattr(cell.value, 'text') else (cell.value.ref, cell.value.text),
                       repr(copy.value) if not hasattr(copy.value, 'text') else (copy.value.ref, copy.value.text))
                expect(f'{place} kind', cell.data_type, copy.data_type)
                if cell.has_style or copy.has_style:
                    expect(f'{place} look', look(cell), look(copy))
                expect(f'{place} comment', getattr(cell.comment, 'text', None), getattr(copy.comment, 'text', None))
                link, copied = cell.hyperlink, copy.hyperlink
                expect(f'{place} link', link and (link.target, link.location), copied and (copied.target, copied.location))
        for row, one_row in before.row_dimensions.items():
            copied = after.row_dimensions[row]
            # Long results wrap, in a row that is high enough; openpyxl does not tell a height that a person chose.
            grows = row in rows and row > job['headingRow'] and not one_row.hidden
            height = one_row.height if grows and (copied.height or 0) > (one_row.height or 0) else copied.height
            expect(f'{where} row {row}', (one_row.height, one_row.hidden, one_row.outlineLevel), (height, copied.hidden, copied.outlineLevel))
        expect(f'{where} columns', dimensions(before, taken), dimensions(after, taken))
        expect(f'{where} merged', sorted(map(str, before.merged_cells.ranges)), sorted(map(str, after.merged_cells.ranges)))
        ours = set(job['scales']) if enriched else set()
        expect(f'{where} rules', rules(before, ours), rules(after, ours))
        expect(f'{where} validations', repr(before.data_validations), repr(after.data_validations))
        expect(f'{where} panes', repr(before.freeze_panes), repr(after.freeze_panes))
        expect(f'{where} views', repr(before.views), repr(after.views))
        expect(f'{where} protection', repr(before.protection), repr(after.protection))
        for part in ('page_setup', 'page_margins', 'print_options', 'row_breaks', 'col_breaks', 'sheet_format', 'sheet_properties', 'print_title_rows', 'print_title_cols'):
            expect(f'{where} {part}', repr(getattr(before, part)), repr(getattr(after, part)))
        expect(f'{where} header and footer', marginals(before), marginals(after))
        if before.print_area:
            # The first results join it: it may end in another column.
            ends = (lambda area: re.sub(r':\$?[A-Z]+', ':', area)) if enriched else str
            expect(f'{where} print area', ends(before.print_area), ends(after.print_area))
        for name, defined in before.defined_names.items():
            expect(f'{where} name {name}', defined.attr_text, getattr(after.defined_names.get(name), 'attr_text', None))
        expect(f'{where} tables', sorted(before.tables), sorted(after.tables))
        for table in before.tables.values():
            name, copied = table.name, after.tables[table.name]
            names = [column.name for column in table.tableColumns]
            expect(f'{where} table {name}', (names, repr(table.tableStyleInfo), table.totalsRowCount), ([column.name for column in copied.tableColumns][:len(names)], repr(copied.tableStyleInfo), copied.totalsRowCount))
        expect(f'{where} filter', repr(before.auto_filter.filterColumn), repr(after.auto_filter.filterColumn))
        expect(f'{where} drawings', ([repr(chart.anchor._from) for chart in before._charts], [repr(image.anchor) for image in before._images]),
               ([repr(chart.anchor._from) for chart in after._charts], [repr(image.anchor) for image in after._images]))
    return found


verdicts = []
for job in json.load(sys.stdin):
    try:
        load_workbook(job['before'])
    except Exception as error:
        verdicts.append({'file': job['before'], 'refused': repr(error)[:200]})
        continue
    try:
        verdicts.append({'file': job['before'], 'differences': compare(job)})
    except Exception as error:
        verdicts.append({'file': job['before'], 'differences': [f'the copy cannot be opened: {error!r}']})
json.dump(verdicts, sys.stdout)
