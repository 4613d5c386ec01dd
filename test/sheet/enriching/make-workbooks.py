"""Workbooks as people keep them, each with something that must survive: `make-workbooks.py FOLDER`."""
import datetime
import sys
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule, DataBarRule, FormulaRule, IconSetRule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table, TableStyleInfo

HEADINGS = ['employeeId', 'home', 'destination', 'start', 'days', 'cost']
BLUE = PatternFill('solid', fgColor='FFDDEEFF')


def fill(sheet, top=1, left=1, rows=12):
    """Headings in bold and so many rows below."""
    for at, heading in enumerate(HEADINGS):
        cell = sheet.cell(top, left + at, heading)
        cell.font = Font(bold=True)
        cell.fill = BLUE
    for row in range(rows):
        day = datetime.date(2026, 1 + row % 12, 1 + row)
        values = [f'E-{100 + (row * 7) % rows}', 'Germany', ['Japan', 'España', 'Česko'][row % 3], day, 3 + row, 99.5 * row]
        for at, value in enumerate(values):
            cell = sheet.cell(top + 1 + row, left + at, value)
            if at == 3:
                cell.number_format = 'dd.mm.yyyy'
            if at == 5:
                cell.number_format = '#,##0.00 "€"'
            if row % 2:
                cell.fill = PatternFill('solid', fgColor='FFF3F3F3')
    return top + rows


def table(sheet, ref, name='Trips', **more):
    made = Table(displayName=name, ref=ref, **more)
    made.tableStyleInfo = TableStyleInfo(name='TableStyleMedium2', showRowStripes=True)
    sheet.add_table(made)
    return made


def plain(book, sheet):
    fill(sheet)


def title(book, sheet):
    sheet['A1'] = 'Quarterly review'
    sheet['A1'].font = Font(size=18, bold=True, color='FF990000')
    sheet.merge_cells('A1:F1')
    sheet.row_dimensions[1].height = 40
    fill(sheet, top=4)


def totals(book, sheet):
    last = fill(sheet)
    sheet.cell(last + 2, 5, f'=SUM(E2:E{last})')
    sheet.cell(last + 3, 1, 'as of Monday')


def as_table(book, sheet):
    last = fill(sheet)
    table(sheet, f'A1:F{last}')


def table_with_totals(book, sheet):
    last = fill(sheet)
    sheet.cell(last + 1, 5, f'=SUBTOTAL(109,E2:E{last})')
    made = table(sheet, f'A1:F{last + 1}', totalsRowCount=1)
    made._initialise_columns()
    made.tableColumns[4].totalsRowFunction = 'sum'
    for column, heading in zip(made.tableColumns, HEADINGS):
        column.name = heading
    made.autoFilter.ref = f'A1:F{last}'


def two_tables(book, sheet):
    table(sheet, f'A1:F{fill(sheet)}')
    fill(sheet, top=30, rows=4)
    table(sheet, 'A30:F34', name='Older')


def filtered(book, sheet):
    last = fill(sheet)
    sheet.auto_filter.ref = f'A1:F{last}'
    sheet.auto_filter.add_filter_column(2, ['Japan'])
    sheet.auto_filter.add_sort_condition(f'A2:A{last}')
    for row in range(2, last + 1):
        sheet.row_dimensions[row].hidden = sheet.cell(row, 3).value != 'Japan'


def rules(book, sheet):
    last = fill(sheet)
    cells = sheet.conditional_formatting
    cells.add(f'E2:E{last}', ColorScaleRule(start_type='min', start_color='FFFF0000', end_type='max', end_color='FF00FF00'))
    cells.add(f'F2:F{last}', DataBarRule('min', None, 'max', None, color='FF638EC6'))
    cells.add(f'E2:E{last}', IconSetRule('3Arrows', 'percent', [0, 33, 67]))
    cells.add(f'A2:F{last}', FormulaRule(['$E2>9'], font=Font(color='FFFF0000')))
    cells.add(f'F2:F{last}', CellIsRule('greaterThan', ['500'], fill=PatternFill(bgColor='FFFFC7CE')))


def validations(book, sheet):
    last = fill(sheet)
    choice = DataValidation('list', formula1='"Japan,España,Česko"', allow_blank=True)
    whole = DataValidation('whole', operator='between', formula1='1', formula2='200', showErrorMessage=True, error='Days, please')
    for one, column in ((choice, 'C'), (whole, 'E')):
        one.add(f'{column}2:{column}{last}')
        sheet.add_data_validation(one)


def comments(book, sheet):
    fill(sheet)
    for place in ('A1', 'C5', 'F9'):
        sheet[place].comment = Comment(f'See {place}\nsecond line', 'HR', width=200, height=80)


def chart(book, sheet):
    last = fill(sheet)
    made = BarChart()
    made.add_data(Reference(sheet, min_col=5, min_row=1, max_row=last), titles_from_data=True)
    sheet.add_chart(made, 'J3')


def chart_below(book, sheet):
    last = fill(sheet)
    made = BarChart()
    made.add_data(Reference(sheet, min_col=6, min_row=1, max_row=last), titles_from_data=True)
    sheet.add_chart(made, f'A{last + 3}')


def outline(book, sheet):
    fill(sheet)
    sheet.freeze_panes = 'B2'
    sheet.row_dimensions.group(4, 7, hidden=True)
    sheet.column_dimensions.group('D', 'E', outline_level=1)
    sheet.column_dimensions['B'].hidden = True
    sheet.sheet_view.zoomScale = 80


def protected(book, sheet):
    fill(sheet)
    sheet.protection.sheet = True
    sheet.protection.password = 'secret'
    for row in sheet.iter_rows(min_row=2, max_col=3):
        for cell in row:
            cell.protection = Protection(locked=False)


def protected_book(book, sheet):
    fill(sheet)
    book.security.lockStructure = True


def names(book, sheet):
    last = fill(sheet)
    other = book.create_sheet('Lists & rates')
    for row, name in enumerate(('Japan', 'España', 'Česko'), 1):
        other.cell(row, 1, name)
    other.sheet_state = 'hidden'
    book.create_sheet('Very').sheet_state = 'veryHidden'
    book.defined_names['Countries'] = DefinedName('Countries', attr_text="'Lists & rates'!$A$1:$A$3")
    sheet.defined_names['Days'] = DefinedName('Days', attr_text=f'Trips!$E$2:$E${last}')
    sheet.print_area = f'A1:F{last}'
    sheet.print_title_rows = '1:1'


def formulas(book, sheet):
    last = fill(sheet)
    sheet.cell(1, 7, 'per day').font = Font(bold=True)
    for row in range(2, last + 1):
        sheet.cell(row, 7, f'=IF(E{row}=0,"",F{row}/E{row})')
    sheet['J20'] = ArrayFormula('J20', f'=SUM(E2:E{last}*F2:F{last})')
    sheet['J21'] = '=VLOOKUP("E-101",A:F,5,FALSE)'


def links(book, sheet):
    fill(sheet)
    for row in range(2, 8):
        sheet.cell(row, 1).hyperlink = f'https://staff.example/{row}?a=1&b=2'
    sheet['B2'].hyperlink = '#Trips!A9'


def rich(book, sheet):
    fill(sheet)
    sheet['B3'] = CellRichText('half ', TextBlock(InlineFont(b=True, color='FFFF0000'), 'bold'), ' text')
    sheet['B4'] = '  kept  white space  '
    sheet['B5'] = 'two\nlines <&> "quoted" _x0041_ \U0001f600'
    sheet['B6'] = "'=1+1"
    sheet['B5'].alignment = Alignment(wrap_text=True, vertical='top')


def old_mac(book, sheet):
    book.epoch = CALENDAR_MAC_1904
    fill(sheet)


def page(book, sheet):
    last = fill(sheet)
    sheet.page_setup.orientation = 'landscape'
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddHeader.center.text = 'Trips &D'
    sheet.oddFooter.right.text = '&P of &N'
    sheet.row_breaks.append(Break(id=last // 2))
    sheet.print_options.gridLines = True
    sheet.sheet_properties.tabColor = 'FF1072BA'


def styled(book, sheet):
    fill(sheet)
    for at, letter in enumerate('ABCDEF'):
        sheet.column_dimensions[letter].width = 9.5 + 3 * at
    look = NamedStyle('Important', font=Font(name='Georgia', size=9, italic=True), border=Border(*[Side('thin')] * 4))
    for cell in sheet[6]:
        cell.style = look
    for cell in sheet[9]:
        cell.alignment = Alignment(horizontal='center', textRotation=45, indent=1)
        cell.font = Font(strike=True, underline='double', vertAlign='superscript')


def further_in(book, sheet):
    fill(sheet, top=6, left=3)
    sheet['A1'] = 'Everything stands further in'


def wide_heading(book, sheet):
    fill(sheet)
    for cell in sheet[1]:
        cell.value = f'{cell.value}\n(required)' if cell.column < 3 else cell.value
        cell.alignment = Alignment(wrap_text=True)


def beside(book, sheet):
    fill(sheet)
    sheet['I2'] = 'a note of somebody'
    sheet['I3'] = 12


KINDS = [plain, title, totals, as_table, table_with_totals, two_tables, filtered, rules, validations, comments, chart,
         chart_below, outline, protected, protected_book, names, formulas, links, rich, old_mac, page, styled,
         further_in, wide_heading, beside]
for kind in KINDS:
    book = Workbook()
    sheet = book.active
    sheet.title = 'Trips'
    kind(book, sheet)
    book.save(f'{sys.argv[1]}/{kind.__name__}.xlsx')
