import type { Context } from 'hono'
import { html } from 'hono/html'
import { scoreFields } from '../../contract/assessment.ts'
import { resultTitles } from '../../messages/result-titles.ts'
import { colourOfScore, textOnScore } from '../../messages/score-colours.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { SandboxContext } from '../context.ts'
import { computeScores, riskLevel, type Scores } from '../scores.ts'
import type { StoredAssessment, StoredDecision } from '../store/assessments.ts'
import { answerPage, type Markup } from './layout.ts'
import { scoresSection } from './scores.html.ts'

const refreshSeconds = 2

/** The page behind `redirect_url`. It needs no token: the address is the key. */
export function answerReport(c: Context, { store, clock }: SandboxContext): Response | Promise<Response> {
  const assessment = store.assessments.find(c.req.param('assessmentId') ?? '')
  if (assessment === undefined) {
    const content = html`<h1>No such report</h1><p class="lead">This sandbox holds no assessment of this address.</p>`
    return answerPage(c, { title: 'No such report', content, status: 404 })
  }
  const title = `Risk report: ${assessment.input.employeeId}, ${assessment.input.destination}`
  const isReady = clock.now() >= assessment.readyAtMs
  const main = isReady ? showScores(computeScores(assessment.input)) : showPending()
  const content = html`
<h1>${assessment.input.employeeId} in ${assessment.input.destination}</h1>
<p class="lead">${assessment.input.purpose} · assessment ${assessment.assessmentId}</p>
${main}
${showInput(assessment)}
${showDecisions(store.decisions.history(assessment.assessmentId))}`
  return answerPage(c, { title, content, status: 200, ...(isReady ? {} : { refreshSeconds }) })
}

function showPending(): Markup {
  return html`<section><h2>Not ready yet</h2><p class="lead">The scores are being computed. This page refreshes itself.</p></section>`
}

function showScores(scores: Scores): Markup {
  const { overallTrip, contractorMisclass, cumulativePeRiskLevel } = scores
  const single = scoreFields.filter((field) => field !== 'overallTrip')
  return scoresSection({
    overall: html`<b style="background:${colourOfScore(overallTrip)};color:${textOnScore(overallTrip)}">${overallTrip.toFixed(1)}</b>`,
    level: riskLevel(overallTrip).toLowerCase(),
    bars: html`${single.map((field) => showBar(resultTitles[field], scores[field]))}
${contractorMisclass === undefined ? '' : showBar('Contractor misclassification', contractorMisclass)}`,
    cumulative:
      cumulativePeRiskLevel &&
      html`<p class="note">Cumulative permanent establishment risk level: <strong>${cumulativePeRiskLevel}</strong></p>`,
  })
}

function showBar(label: string, score: number): Markup {
  const level = riskLevel(score)
  return html`<tr>
<th scope="row">${label}</th>
<td><div class="track"><div class="bar" style="width:${score * 10}%;background:${colourOfScore(score)}"></div></div></td>
<td class="number">${score.toFixed(1)}</td>
<td class="level">${level}</td>
</tr>`
}

function showInput({ input, createdAtMs, complianceTeamMemberId, managerId }: StoredAssessment): Markup {
  const isHire = input.purpose === 'Hire From Anywhere'
  const facts: readonly [string, string | number | undefined][] = [
    ['Citizenship', input.citizenship],
    ['Residency', input.residency],
    ['Destination', input.destination],
    ['Start', input.startDate.slice(0, 10)],
    ['End', input.endDate.slice(0, 10)],
    ['Working days', input.workingDays],
    ['Past trips', isHire ? undefined : input.pastTripsDuration],
    ['Seniority', input.seniority],
    ['Role type', input.roleType],
    ['Sales contracts', input.salesContracts],
    ['Legal right to work', input.legalRight],
    ['Benefits the local market', input.benefitLocalMarket],
    ['Urgency', isHire ? input.urgency : undefined],
    ['Hires in two years', isHire ? input.numberHires : undefined],
    ['Compliance team member', complianceTeamMemberId || undefined],
    ['Manager', managerId || undefined],
    ['Created', toIsoTime(createdAtMs)],
  ]
  const known = facts.filter(([, value]) => value !== undefined)
  return html`<section><h2>What was sent</h2><dl>
${known.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
</dl></section>`
}

function showDecisions(decisions: readonly StoredDecision[]): Markup | '' {
  if (decisions.length === 0) return ''
  return html`<section><h2>Decisions</h2><ol>${decisions.map(showDecision)}</ol></section>`
}

function showDecision(decision: StoredDecision): Markup {
  const { complianceTeamMemberId, managerId, cancelledByStaffId } = decision
  const actors = [complianceTeamMemberId, managerId, cancelledByStaffId].filter((id) => id !== '')
  return html`<li><strong>${decision.status}</strong>${actors.length === 0 ? '' : ` by ${actors.join(', ')}`}
<time>${toIsoTime(decision.decidedAtMs)}</time>${decision.note === '' ? '' : html`<br>${decision.note}`}</li>`
}
