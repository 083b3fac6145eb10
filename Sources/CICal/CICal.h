// libical, for the ICalendar target.
#include <libical/ical.h>

// The parts of a rule are arrays, which Swift imports as tuples with hundreds of members.
static inline const short *cical_by_day(const struct icalrecurrencetype *rule) { return rule->by_day; }

// Whether a rule has a part other than BYDAY that chooses among its dates or times.
static inline int cical_has_other_parts(const struct icalrecurrencetype *rule)
{
    return rule->by_second[0] != ICAL_RECURRENCE_ARRAY_MAX || rule->by_minute[0] != ICAL_RECURRENCE_ARRAY_MAX ||
           rule->by_hour[0] != ICAL_RECURRENCE_ARRAY_MAX || rule->by_month_day[0] != ICAL_RECURRENCE_ARRAY_MAX ||
           rule->by_year_day[0] != ICAL_RECURRENCE_ARRAY_MAX || rule->by_week_no[0] != ICAL_RECURRENCE_ARRAY_MAX ||
           rule->by_month[0] != ICAL_RECURRENCE_ARRAY_MAX || rule->by_set_pos[0] != ICAL_RECURRENCE_ARRAY_MAX;
}
