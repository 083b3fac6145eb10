import OpeningHours

/// The plans of one day in two schedules.
struct PlanPair: Hashable {
  let old: DayPlan
  let new: DayPlan
}
