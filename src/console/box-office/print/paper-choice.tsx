import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { shopName } from '#ui/shop.ts'
import { paperNames, papers, type Paper, PrintSheet } from './print-sheet.tsx'
import { Receipt } from './receipt.tsx'
import { testReceipt } from './receipt-lines.ts'

export function PaperChoice({ paper, onPaper }: { paper: Paper; onPaper: (paper: Paper) => void }) {
  const [testedAt, setTestedAt] = useState<number | null>(null)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Paper"
        hint="This device remembers it."
        className="min-w-44"
        value={paper}
        onChange={(event) => onPaper(papers.find((one) => one === event.target.value) ?? paper)}
      >
        {papers.map((one) => (
          <option key={one} value={one}>
            {paperNames[one]}
          </option>
        ))}
      </SelectField>
      <Button kind="line" className="mb-6" onClick={() => setTestedAt(Date.now())}>
        Test print
      </Button>
      {testedAt === null ? null : (
        <PrintSheet paper={paper} atOnce onPrinted={() => setTestedAt(null)}>
          <Receipt lines={testReceipt(shopName(), testedAt)} />
        </PrintSheet>
      )}
    </div>
  )
}
