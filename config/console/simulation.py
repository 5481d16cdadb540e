"""The console's simulations: a strategy plays a solitaire on all workers; what it returns."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.requests import address_of
from config.console import answers
from config.console.pages import EMPTY, ReadOnly, named
from games import charts, simulations
from games.catalogue import ENTRIES
from games.rules.klondike import WIN_PER_PRICE
from games.simulation_models import Simulation

RIGHT = "games.add_simulation"
CARDS = 52
BARS_MOST = 27


class SimulationForm(forms.Form):
    """What is to be played."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=lambda: [(e.slug, e.title) for e in simulations.games()]
    )
    strategy = forms.ChoiceField(
        label=gettext_lazy("Strategy"),
        choices=[
            ("greedy", gettext_lazy("greedy: up whatever goes up")),
            ("careful", gettext_lazy("careful: turns up cards first")),
            ("random", gettext_lazy("random: any legal move")),
        ],
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=simulations.ROUNDS_MOST,
        initial=10_000,
    )
    seed = forms.CharField(
        label=gettext_lazy("Seed"),
        max_length=80,
        initial="1",
        help_text=gettext_lazy("The same seed gives the same games."),
    )


@admin.register(Simulation)
class SimulationPage(ReadOnly):
    """Simulations, the newest first."""

    change_form_template = "admin/simulation.html"
    change_list_template = "admin/simulations.html"
    list_display = (
        *("number", "title", "strategy", "rounds", "progress", "cards_", "return_", "made_at"),
    )
    list_filter = ("strategy", "made_at")
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a simulation")
    fields = (
        *("title", "strategy", "rounds", "seed", "rules_version", "progress", "cards_", "won_"),
        *("return_", "chart", "asker", "made_at", "ended_at"),
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the form."""
        ours = path("new/", self.admin_site.admin_view(new), name="games_simulation_new")
        return [ours, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with the way to the form for whoever may use it."""
        more = {"may_simulate": request.user.has_perm(RIGHT)}
        return super().changelist_view(request, more | (extra_context or {}))

    @admin.display(description=gettext_lazy("game"))
    def title(self, simulation: Simulation) -> str:
        """As the lobby calls it."""
        return str(ENTRIES[simulation.game].title)

    @admin.display(description=gettext_lazy("played"))
    def progress(self, simulation: Simulation) -> SafeString:
        """A bar, and the same in words."""
        played = simulation.rounds if simulation.ended_at else simulation.played
        context = {"played": played, "rounds": simulation.rounds}
        return render_to_string("admin/progress.html", context)

    @admin.display(description=gettext_lazy("cards on average"))
    def cards_(self, simulation: Simulation) -> str:
        """With the 95 % interval."""
        if not simulation.ended_at:
            return EMPTY
        return f"{simulation.mean:.3f} ± {simulation.half_width:.3f}"

    @admin.display(description=gettext_lazy("won"))
    def won_(self, simulation: Simulation) -> str:
        """Rounds with every card in place."""
        share = simulation.won / simulation.rounds
        return f"{simulation.won} ({share:.2%})" if simulation.ended_at else EMPTY

    @admin.display(description=gettext_lazy("Return"))
    def return_(self, simulation: Simulation) -> str:
        """Of the stake, where the game has one, with the 95 % interval."""
        if not simulation.ended_at or not simulation.entry.bets:
            return EMPTY
        share = WIN_PER_PRICE / CARDS
        return f"{simulation.mean * share:.2%} ± {simulation.half_width * share:.2%}"

    @admin.display(description=gettext_lazy("how often each number of cards came"))
    def chart(self, simulation: Simulation) -> Any:
        """As bars."""
        if not simulation.ended_at:
            return EMPTY
        drawn = charts.bars(_grouped(simulation.histogram))
        return render_to_string("admin/histogram.html", {"chart": drawn})

    @admin.display(description=gettext_lazy("asked by"))
    def asker(self, simulation: Simulation) -> Any:
        """A member of staff, or the command."""
        return named(f"player:{simulation.made_by_id}") if simulation.made_by_id else EMPTY


def _grouped(histogram: list[tuple[int, int]]) -> list[charts.Value]:
    """The counts of neighbouring numbers of cards added, so that so many bars are enough."""
    highest = histogram[-1][0]
    size = -(-(highest + 1) // BARS_MOST)
    counts = [0] * (highest // size + 1)
    for cards, count in histogram:
        counts[cards // size] += count
    return [
        charts.Value(_label(place * size, size, highest), count, count)
        for place, count in enumerate(counts)
    ]


def _label(first: int, size: int, highest: int) -> str:
    last = min(first + size - 1, highest)
    return str(first) if last == first else f"{first}-{last}"


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask what is to be simulated, and start it."""
    actor = answers.actor(request, RIGHT)
    form = SimulationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = simulations.start(**form.cleaned_data, actor=actor, address=address_of(request))
        except simulations.NotSimulated as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("admin:games_simulation_change", made.pk)
    context = {"title": _("Simulate a game"), "form": form}
    return answers.page(request, "admin/new_simulation.html", context)
