package views

// Price impact in hundredths of a percent from which on a trade is marked, asks for a second
// confirmation and for a typed word.
const (
	ImpactNote = 100
	ImpactWarn = 500
	ImpactStop = 1_000
)

// SlippageWord is what is typed for a slippage of more than WordOff.
const SlippageWord = "SLIPPAGE"

// FloorWord is what is typed for a floor that is more than WordOff below the market.
const FloorWord = "FLOOR"

// TriggerWord is what is typed for a trigger that is more than FarOff from the market.
const TriggerWord = "TRIGGER"

// ImpactWord is what is typed from ImpactStop on.
const ImpactWord = "IMPACT"
