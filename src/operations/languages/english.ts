import type { Language } from './language.ts'

export const english: Language = {
  code: 'en',
  headings: {
    assess: {
      purpose: `
        Assessment purpose | Type of assessment | Assessment type | Request type | Trip or hire | Purpose of assessment
        | Reason for assessment | Assessment reason | Case type | Type of request | WFA or HFA | WFA / HFA | Purpose of
        request | Type of case
      `,
      employeeId: `
        Employee ID | Employee number | Employee no | Emp ID | Staff ID | Staff number | Staff no | Personnel number |
        Personnel ID | Worker ID | Payroll ID | HR ID | Global ID | Employee nr | Employee code | Emp no | Emp number |
        Employee staff ID | Personnel no | Employee identifier | Employee identification number | EE ID | Traveller ID |
        Traveler ID | Assignee ID | Assignee number | Associate ID | Colleague ID | Person ID | Workday ID | SAP ID |
        SAP number | HRIS ID | Staff code | Staff identifier | Worker number | Payroll number | Payroll no | Team member
        ID | Unique employee ID | PERNR | Pers.No. | Empl ID | Person number | Person ID external |
        User/Employee ID | Employee/User ID
      `,
      seniority: `
        Seniority level | Level | Grade | Job level | Career level | Level of seniority | Job grade | Position level |
        Job seniority | Seniority of role | Role seniority | Role level | Employee level | Employee grade | Management
        level | Career band | Job band | Band | Pay grade
      `,
      roleType: `
        Role type | Role | Type of role | Job type | Job family | Function | Role category | Job role | Job function |
        Job family group | Role family
      `,
      citizenship: `
        Nationality | Citizen of | Country of citizenship | Passport country | Country of nationality |
        Employee nationality | Citizenship country | Nationality / Citizenship | Citizenship / Nationality | Country of
        passport | Passport held | Passport nationality | Passport issuing country | Passport issued by | Nationality 1
        | Primary nationality | Primary citizenship | Employee citizenship | Country of citizenship / nationality |
        Traveller nationality | Traveler nationality | NATIO
      `,
      destination: `
        Host country | Destination country | Country of destination | To country | Host location | Country of work |
        Travelling to | Where to | Country to | Trip destination | Travel destination | Host jurisdiction |
        Assignment country | Host country of work | Work country | Country of assignment | Visited country | Country
        visited | Country of visit | Country to visit | Country to be visited | Remote work country | Country of remote
        work | Temporary work country | Work from country | Country of stay | Travel to country | Traveling to |
        Travelling to country | Destination / host country | Host / destination country | Host ctry | Dest ctry |
        Destination ctry | Assignment host country
      `,
      residency: `
        Home country | Country of residence | Residence | Resident in | Residence country | Country of residency |
        Employment country | Country of employment | From country | Home location | Tax residence | Tax residency |
        Country from | Residency country | Home / residence country | Country of tax residence | Country of tax
        residency | Home jurisdiction | Country of residence / employment | Country of employment / residence | Country
        of employment and residence | Country of home | Sending country | Base country | Country of contract | Contract
        country | Payroll country | Country of payroll | Employer country | Usual country of work | Usual work country |
        Current country of residence | Resident country | Country of normal residence | Country of habitual residence |
        Home country of employment | Employee home country | Employee country of residence | Employing country | Home
        ctry | Residence ctry | Assignment home country
      `,
      startDate: `
        Start | Start date | Trip start | Trip start date | From | From date | Date from | Arrival | Arrival date |
        First day | First day abroad | Begin date | Start of trip | Begins | Travel start | Travel start date |
        Assignment start | Assignment start date | Date of arrival | First working day | Begin | Start day | Date start
        | Start of travel | Start of stay | Start of assignment | Start of remote work | Start date of trip | Start date
        of travel | Start date of assignment | Start date of stay | Start of period | Period from | Period start |
        Period start date | Beginning | Beginning date | Beginning of trip | Begin of trip | Planned start | Planned
        start date | Proposed start | Proposed start date | Requested start date | Expected start date | Intended start
        date | Estimated start date | Actual start date | Travel date from | Travel dates from | Date of travel from |
        Stay from | Outbound date | Date of start | First day in country | First day in host country | First day of trip |
        Trip begin | Trip begin date | Departure date | BEGDA
      `,
      endDate: `
        End | End date | Trip end | Trip end date | To | To date | Until | Date to | Return | Return date | Last day |
        Last day abroad | Finish date | End of trip | Ends | Travel end | Travel end date | Assignment end | Assignment
        end date | Date of return | Last working day | Finish | End day | Date end | End of travel | End of stay | End
        of assignment | End of remote work | End date of trip | End date of travel | End date of assignment | End date
        of stay | End of period | Period to | Period until | Period end | Period end date | Finishes | Finishing date |
        Planned end | Planned end date | Proposed end | Proposed end date | Requested end date | Expected end date |
        Intended end date | Estimated end date | Actual end date | Travel until | Travel date to | Travel dates to |
        Trip until | Date of travel to | Stay to | Stay until | Till | Inbound date | Date of end | Last day in country
        | Last day in host country | Last day of trip | ENDDA
      `,
      workingDays: `
        Working days | Work days | Days worked | Number of working days | Business days | Working days abroad | Work
        days abroad | Days of work | Days at work | No of working days | Number of work days | No of work days | Working
        days in host country | Working days in destination | Total working days | Planned working days | Planned work
        days | Net working days | Total work days | Total workdays abroad | Total working days abroad | Days working |
        Number of days worked | Number of days working | Number of business days | No of business days | Nr of working
        days | Working days in country | Working days during trip | Working days on trip | Workdays in host country |
        Days worked abroad | Days worked in host country
      `,
      salesContracts: `
        Sales contracts | Signs contracts | Contract authority | Sales authority | Signing authority | Concludes
        contracts | Sales or contracts | Sales / contract authority | Authority to sign contracts | Negotiates contracts
        | Signs sales contracts | Can sign contracts | Will sign contracts | Contract signing authority | Negotiates or
        signs contracts | Sales contract | Contracts | Contract negotiation | Negotiating contracts | Negotiation of
        contracts | Concluding contracts | Contract conclusion | Will negotiate contracts | Will conclude contracts |
        Authority to conclude contracts | Authority to bind | Authority to bind the company | Negotiate or sign
        contracts | Negotiate / sign contracts | Signing contracts | Signature authority
      `,
      pastTripsDuration: `
        Past trips | Past trips duration | Past trip duration | Previous trips | Past trip days | Past trips days |
        Earlier trips | Earlier trip days | Prior trips | Prior trip days | Days in previous trips | Days there before |
        Previous days abroad | Days already spent | Days of past trips | Duration of past trips | Duration of previous
        trips | Previous trips duration | Previous trip days | Previous days in host country | Days in host country
        before | Past trips in days | Previous trips in days | Past travel days | Past stay days | Prior days in country
        | Prior days in host country | Previous days in country | Previous travel days | Days already spent in host
        country | Days already spent in country | Days spent before | Days in country before | Days previously spent |
        Days previously spent in host country | Cumulative days of past trips | Total duration of past trips | Total
        days of past trips | Total past trip days | Past trips total days | Duration of earlier trips | Duration of
        prior trips | Prior trips duration | Number of days in past trips | Past trips duration in days
      `,
      legalRight: `
        Legal right | Right to work | Legal right to work | Work right | Work permit | Work authorisation | Work
        authorization | Permit to work | Allowed to work | Has right to work | Right to work in host country | Right to
        work in destination | Legal right to work in destination | Legal right to work in host country | Right to work
        status | Right to work abroad | Right to work there | Right to work in destination country | Right to work in
        country | Work right in destination | Work rights | Legal work right | Legal right to work
        there | RTW | Legal right to work in country | Legally allowed to work | Legally entitled to work | Entitled to work |
        Eligible to work | Work eligibility | Employment eligibility | Has work authorisation | Has work authorization |
        Legal right to work in destination country | Work permit / right to work | Right to work / work permit
      `,
      benefitLocalMarket: `
        Benefit local market | Benefits local market | Benefit to local market | Serves local market | Local market |
        Local market benefit | Local clients | Local business benefit | Benefits host market | Benefits the local market
        | Benefit to the local market | Benefit for local market | Benefit for the local market | Local benefit |
        Benefit local | Benefit to host market | Benefit of local market | Benefits local business | Benefits local
        entity | Benefit to local business | Benefit for local business | Work benefits local market | Work for local
        market | Works for local market | Work benefits host market | Serving local market | Serving local clients |
        Serves local clients | Local customers | Local market activity | Local market activities | Local market work
      `,
      urgency:
        'Priority | How urgent | Hiring urgency | Urgency level | Urgency of hire | Hire urgency | Urgency of hiring',
      numberHires: `
        Number of hires | Hires | Hires planned | Planned hires | Expected hires | Anticipated hires | Number hires | No
        of hires | Headcount | Hires in two years | Hires next two years | # of hires | Expected number of hires |
        Number of planned hires | Number of expected hires | Number of anticipated hires | Hires over next two years |
        Hires over the next two years | Number of hires planned | Number of planned hires in 2 years | Hires in 2 years
        | Hires in next 2 years | Hires next 2 years | Hires over 2 years | Hires over next 2 years | Hires over the
        next 2 years | Number of new hires | Planned number of hires | Number of employees to hire | Anticipated number
        of hires | Nr of hires | Hires within two years | Hires within 2 years
      `,
      assessmentId: 'Assessment ID | RWA ID | RWA assessment ID',
    },
    decide: {
      assessmentId: 'Assessment ID | Assessment | RWA ID',
      status: 'Decision | Decision status | New status',
      complianceTeamMemberId:
        'Compliance team member ID | Compliance member ID | Compliance staff ID | Compliance approver | Approver ID',
      managerId: 'Manager ID | Manager staff ID | Approving manager',
      cancelledByStaffId: 'Cancelled by staff ID | Canceled by staff ID | Cancelled by | Canceled by',
      note: 'Notes | Comment | Comments | Remark | Remarks | Reason',
      externalEventId: 'External event ID | Event ID',
    },
    invite: {
      first_name: 'First name | Given name | Forename | Christian name',
      last_name: 'Last name | Surname | Family name',
      email: 'E-mail | E-mail address | Mail | Work e-mail',
      staff_id: 'Staff ID | Staff number | Employee ID | Employee number | Personnel number | Personnel ID',
    },
  },
  values: {
    Yes: 'Y | True',
    No: 'N | False',
    Unsure: 'Not sure | Unknown | Don’t know | ? | TBC | TBD',
    Low: 'Junior',
    Mid: 'Medium | Middle',
    Senior: 'High',
    'Work From Anywhere': 'WFA | Work | Trip',
    'Hire From Anywhere': 'HFA | Hire',
  },
  rows: {
    totals: 'Total | Totals | Grand total | Subtotal | Sub-total | Overall total | Sum | Count | Average | Mean',
    notes:
      'Note | Notes | Source | Legend | Remark | Remarks | Comment | Comments | Prepared | Printed | As of | As at | Status | Page',
  },
}
