package ui

import "slices"

// router knows the screens and which one is shown.
type router struct {
	tabs []Tab
	at   int // active tab
	last int // the one before, for "back"
	told int // the one that was last told that it is shown
}

// with is a router of other screens, the one with the same id shown.
func (r *router) with(tabs []Tab) router {
	next := router{tabs: tabs}
	next.at = max(0, next.find(r.Active()))
	next.told = next.at
	return next
}

func (r *router) find(id ScreenID) int {
	return slices.IndexFunc(r.tabs, func(t Tab) bool { return t.Screen.ID() == id })
}

func (r *router) active() Screen { return r.tabs[r.at].Screen }

// Active names the screen that is shown.
func (r *router) Active() ScreenID { return r.active().ID() }

// moved tells, once, that another screen is shown than when it was last asked.
func (r *router) moved() bool {
	is := r.told != r.at
	r.told = r.at
	return is
}

// before names the screen that was shown before.
func (r *router) before() ScreenID { return r.tabs[r.last].Screen.ID() }

func (r *router) show(id ScreenID) {
	if t := r.find(id); t >= 0 && t != r.at {
		r.last, r.at = r.at, t
	}
}

// number is the digit of tab i.
func (r *router) number(i int) int {
	if n := r.tabs[i].Number; n > 0 {
		return n
	}
	return i + 1
}
