/** A sheet as version 0.1.0 read it. */
export interface GoldenSheet {
  operation: 'assess' | 'decide' | 'invite'
  /** A workbook, whose cells are of every type: `=42` is a number, `=true` a truth value, `@2026-03-02` a date. */
  isWorkbook?: true
  dateFormat?: string
  /** Cells are parted by `|`. */
  headings: string
  rows: readonly (readonly [key: string, cells: string])[]
}

export const goldenSheets: readonly GoldenSheet[] = [
  {
    operation: 'assess',
    headings:
      'Purpose|Employee ID|Seniority|Role type|Citizenship|Destination|Residency|Start date|End date|Working days|Sales contracts|Past trips duration|Right to work|Benefits local market|Urgency|Number of hires',
    rows: [
      [
        'oFcrvMpF4mQyOsv4ZA2qbg==',
        'Work From Anywhere|00123|Mid|Engineering|Germany|Portugal|Germany|2026-03-02|2026-03-27|20|No|0|Yes|No||',
      ],
      [
        'kLpNDXt5EJ0ReZyqs+6yxw==',
        'Work From Anywhere|00123|Mid|Engineering|Germany|Portugal|Germany|2026-03-02|2026-03-27||No|0|Yes|No||',
      ],
      [
        'MuWsgX7fbErCTUEus3Ae1w==',
        'Work From Anywhere|123|Mid|Engineering|Germany|Portugal|Germany|2026-03-02|2026-03-27|20|No|0|Yes|No||',
      ],
      [
        'gNYPlUT2N3HVGXldSgY8EQ==',
        'work from anywhere|00124|low|Engineering|Germany|Portugal|Germany|2026-03-02|2026-03-28|0|yes|12|unsure|Y||',
      ],
      [
        'Ha6aA+FaArAAN/2/2l5Brg==',
        'Work From Anywhere|É-Ångström|Senior|Forschung & Entwicklung|Côte d’Ivoire|São Tomé and Príncipe|Åland Islands|2026-12-31|2027-01-01|1|Yes|365|No|Yes||',
      ],
      [
        'jWEpOwIBOH3gR50dYEmBdQ==',
        'Work From Anywhere|é-ångström|Senior|Sales|Türkiye|Türkiye|Türkiye|2028-02-29|2028-02-29|1|No|0|Yes|No||',
      ],
      [
        'npMIi8xoyuOZ5z7LFMGPvA==',
        'Work From Anywhere|社員-42|Mid|研究開発|日本|Österreich|Česko|2026-05-04|2026-05-08||No|3|Yes|No||',
      ],
      [
        'YVFi6sSTHxgKfmYIXIoQ6g==',
        'Work From Anywhere|🚀7|Low|Design 🎨|Ελλάδα|ישראל|مصر|2026-06-01|2026-06-30|22|No|0|Unsure|No||',
      ],
      [
        'rvir9njuR+/a7rNfcqA+PQ==',
        'Work From Anywhere|  E 9  |Mid|Two\u00A0words|  Spain |Viet   Nam|Spain|2026-07-01T00:00:00Z|2026-07-02||No|0|Yes|No||',
      ],
      [
        'EHnBrxWXOd6hoc4gQUkRCg==',
        'Hire From Anywhere|H-1|Senior|Legal|Brazil|Brazil|Brazil|2026-09-01|2027-08-31||No||Yes|No|Within 3 months|2',
      ],
      [
        'Q5m7VKb0z6lgZauUpXsZVA==',
        'Hire From Anywhere|H-1|Senior|Legal|Brazil|Brazil|Brazil|2026-09-01|2027-08-31|200|No|5|Yes|No|Within 3 months|0',
      ],
      [
        'PVJIrZa/5eZM2GsCC6Nakw==',
        'Hire From Anywhere|"H,2"|Low|O’Neil "ops"|Ireland|Ireland|Ireland|2026-09-01|2026-09-30||Yes||Unsure|Yes|As soon as possible|10',
      ],
    ],
  },
  {
    operation: 'assess',
    dateFormat: 'dd.mm.yyyy',
    headings:
      'Purpose|Personalnummer|Seniorität|Rolle|Staatsangehörigkeit|Zielland|Wohnsitzland|Reisebeginn|Reiseende|Arbeitstage|Sales contracts|Past trips duration|Right to work|Benefits local market',
    rows: [
      [
        'kk35bRwBvBHLBGV6QE7qcQ==',
        'Work From Anywhere|0815|Mid|Vertrieb|Deutschland|Österreich|Deutschland|02.03.2026|27.03.2026|20|Nein|0|Ja|Nein',
      ],
      [
        'fm7im2rKIgI2hmMs2kpiuA==',
        'Work From Anywhere|0815|Mid|Vertrieb|Deutschland|Österreich|Deutschland|2.3.2026|27.3.2026||nein|0|ja|nein',
      ],
      [
        'odM74iHHMpDYL4R8wTmI8w==',
        'Work From Anywhere|0816|Senior|Entwicklung|Schweiz|Dänemark|Schweiz|1.3.2026|31.05.2026||Ja|14|Unsure|Ja',
      ],
      [
        'Zk2V/aSigJ60WAcsF/4rFA==',
        'Work From Anywhere|0817|Low|Straße & Co.|Deutschland|Großbritannien|Deutschland|29.02.2028|01.12.2028|5|Nein|0|Ja|Nein',
      ],
    ],
  },
  {
    operation: 'assess',
    dateFormat: 'dd/mm/yyyy',
    headings:
      'Purpose|Matricule|Niveau|Fonction|Nationalité|Pays de destination|Pays de résidence|Date de début|Date de fin|Working days|Sales contracts|Past trips duration|Right to work|Benefits local market',
    rows: [
      [
        'zlc63j7oipiO7JKAaUu8IQ==',
        'Work From Anywhere|F-01|Mid|Ingénierie|France|Espagne|France|02/03/2026|27/03/2026|20|Non|0|Oui|Non',
      ],
      [
        '7gPZ/v5HdukIEWdOlMFFaA==',
        'Work From Anywhere|F-02|Senior|Recherche|Belgique|Algérie|France|01/08/2026|14/8/2026||Oui|30|Oui|Non',
      ],
      [
        'Bw6oqpe8MBcWfQ19rgXG4A==',
        'Work From Anywhere|F-03|Low|Œuvres|Suède|Îles Féroé|Suède|20260201|03/12/2026||Non|0|Non|Oui',
      ],
    ],
  },
  {
    operation: 'assess',
    dateFormat: 'mm/dd/yyyy',
    headings:
      'Purpose|Employee ID|Seniority|Role type|Citizenship|Destination|Residency|Start date|End date|Working days|Sales contracts|Past trips duration|Right to work|Benefits local market',
    rows: [
      [
        'pevDyUUCRxLJf96wOE9C0g==',
        'Work From Anywhere|U-1|Mid|Sales|Mexico|Canada|United States|03/02/2026|03/27/2026|20|No|0|Yes|No',
      ],
      [
        'fFyNzvCNNCVXaTL/AlU64A==',
        'Work From Anywhere|U-2|Mid|Sales|Mexico|Canada|United States|3/2/2026|03/27/2026|20|No|0|Yes|No',
      ],
      [
        'FQo+xLG9FqlsJGKWhV/x5A==',
        'Work From Anywhere|U-3|Mid|Sales|Mexico|Canada|United States|2026-03-02|03/27/2026||No|0|Yes|No',
      ],
    ],
  },
  {
    operation: 'assess',
    dateFormat: 'D MMM YYYY',
    headings:
      'Purpose|Número de empleado|Nivel|Tipo de rol|Nacionalidad|País de destino|País de residencia|Fecha de inicio|Fecha de fin|Sales contracts|Past trips duration|Right to work|Benefits local market',
    rows: [
      [
        '4fGzs1npNxaXPgcOQcoKEg==',
        'Work From Anywhere|Ñ-1|Mid|Ventas|España|Perú|España|2026-03-02T00:00:00+02:00|2026-03-27|Sí|0|Sí|No',
      ],
      [
        'msL45rYrDT5dOK4aHV0/2g==',
        'Work From Anywhere|Ñ-2|Mid|Ventas|España|Perú|España|2 Mar 2026|27 September 2026|No|0|No|No',
      ],
    ],
  },
  {
    operation: 'assess',
    isWorkbook: true,
    headings:
      'Purpose|Employee ID|Seniority|Role type|Citizenship|Destination|Residency|Start date|End date|Working days|Sales contracts|Past trips duration|Right to work|Benefits local market|Urgency|Number of hires',
    rows: [
      [
        'WFCZ7AK2y+CkvVGZWmcE2w==',
        'Work From Anywhere|=123|Mid|Engineering|Germany|Portugal|Germany|@2026-03-02|@2026-03-27|=20|=false|=0|Yes|=true||',
      ],
      [
        'oFcrvMpF4mQyOsv4ZA2qbg==',
        'Work From Anywhere|00123|Mid|Engineering|Germany|Portugal|Germany|@2026-03-02|@2026-03-27|=20|No|=0|Yes|No||',
      ],
      [
        'D8nlNgwzma5YhZ+s9A1kMA==',
        'Work From Anywhere|X-1|Senior|Sales|Spain|France|Spain|@2026-03-02T15:30:00Z|@2026-03-27||No|=1|Unsure|No||',
      ],
      [
        'GCe6kmCOQblQqFAexUAVmw==',
        'Work From Anywhere|X-2|Senior|Sales|Spain|France|Spain|2026-03-02|@2026-03-27|=4|No|=7|No|No||',
      ],
      [
        '+Shvag1dwGcxb8tsuq3/SQ==',
        'Hire From Anywhere|X-3|Low|Sales|Spain|France|Spain|@2026-01-01|@2026-12-31||Yes||Yes|Yes|Within 6 months|=3',
      ],
    ],
  },
  {
    operation: 'decide',
    headings: 'Assessment ID|Decision|Compliance approver|Manager|Canceled by|Note|External event ID',
    rows: [
      ['ZmGFXLR98loGqo+woSdjag==', '1700000000000x1|Compliance Approved|C-001||||'],
      ['CA9vYYOynEYNkx3L8uWMfw==', '1700000000000x1|Compliance Approved|C-001|M-042||Agreed with Legal.|'],
      [
        'NE+erzZx6Q9ZUpS2LxQPqA==',
        '1700000000000x1|Compliance Approved|C-001|M-043||Agreed with Legal.|review-2026-0317',
      ],
      ['9pHNxDppgwrk5Q37PYpq+A==', '1700000000000x2|Manager Approved||M-042|||'],
      ['TbSgHqNfeB/TD/+8nGp3EA==', '1700000000000x3|Rejected|C-001|||Zu riskant: „nein“|'],
      ['1uFkG/9KdclvlsHjl6a66Q==', '1700000000000x3|rejected||M-042||Zu riskant: „nein“|'],
      ['IS1jKC8IK+u3PC9Rl8z1XQ==', '1700000000000x4|Canceled|||S-007||'],
      ['uXqH9094zw/xz0lZjxhVMg==', '1700000000000x5|Cancelled|||S-007|Réunion annulée 🛑|'],
      ['pdRUad0NMqAaLLaCnQF0Kg==', 'Ä-0001|Final Approved|Ç-1|||two\nlines|'],
    ],
  },
  {
    operation: 'decide',
    headings: 'Assessment ID|Entscheidung|Compliance approver|Manager|Canceled by',
    rows: [
      ['vWqbCbbMBIh4fGmReflnvw==', '1700000000000x6|Compliance Approved|C-1||'],
      ['jYcVGP/XihZ08nZdLakaDA==', '1700000000000x7|Manager Approved||00042|'],
    ],
  },
  {
    operation: 'decide',
    isWorkbook: true,
    headings: 'Assessment ID|Decision|Compliance approver|Manager|Canceled by|Note',
    rows: [
      ['h3Oauv1k88+wHiYM4OBBrw==', '1700000000000x8|Manager Approved||=42||'],
      ['L/eiRNb0kR2p96QSV8lKWg==', '1700000000000x8|Rejected|C-1|=42||No'],
    ],
  },
  {
    operation: 'invite',
    headings: 'First name|Last name|E-mail|Staff ID',
    rows: [
      ['peaIUA1VszWBC6HleJBP5Q==', 'Ada|Example|ada@company.example|C-017'],
      ['OcWcs1bVQl8vfRnqOTILHA==', 'Zoë|O’Brien-Łuczak|Zoe.OBrien@Company.Example|c-018'],
      ['YXgMe4GrD6wowyfBXHNTeA==', '李|小龍|li@company.example|0019'],
      ['TNWRA2P6kwB47JRuS8zVrw==', ' José  María |de la Cruz|jose@company.example|C 20'],
    ],
  },
  {
    operation: 'invite',
    headings: 'Vorname|Nachname|E-Mail|Personalnummer',
    rows: [
      ['Lw+2jR8oL/Iynkoz3/uzbg==', 'Jürgen|Groß|juergen@company.example|0815'],
      ['xhozLwntQ7aMKCtDRtzuBA==', 'Renée|Müller|renee@company.example|Ä-1'],
    ],
  },
  {
    operation: 'invite',
    isWorkbook: true,
    headings: 'First name|Last name|E-mail|Staff ID',
    rows: [
      ['apEwcPewlTqC8nDrEbM0hg==', 'Bea|Two|bea@company.example|=42'],
      ['Jnmox51+kc0Qp4GejNPpkA==', 'Cem|Three|cem@company.example|00042'],
    ],
  },
]
