import { answerProfile, asked } from './api.ts'
import { Button } from './components.tsx'
import { texts } from './texts/texts.ts'

/** Once it is answered, the program takes a moment to start. */
export function ProfileScreen() {
  const question = asked.value
  if (question === undefined || question === 'answered') return <main aria-busy="true" />
  return (
    <main>
      <h1>{texts.profile.title}</h1>
      <p>{question.text}</p>
      <ul>
        {question.values.map(({ text, about }) => (
          <li key={text}>
            <bdi>{text}</bdi> ({about})
          </li>
        ))}
      </ul>
      <p>{texts.profile.ask}</p>
      <Button onClick={() => answerProfile(false)}>{texts.profile.refuse}</Button>{' '}
      <Button onClick={() => answerProfile(true)}>{texts.profile.agree}</Button>
    </main>
  )
}
