//! The data of each component of the tab, gathered from the screen.

use ptxfp::link::Shown;

use crate::explorer::Screen;
use crate::explorer::axis::AxesView;
use crate::explorer::sweep::view::{
    HistogramView, KeyView, LevelView, MapView, MarkView, PlotView, SweepView, WorstView,
};
use crate::explorer::tabs::PanelView;
use crate::table::TableView;

/// The choices of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each decides about a control of its own")]
pub struct BarView {
    /// The operands that can vary.
    pub places: Vec<String>,
    /// The one that varies, by its place in the list.
    pub place: usize,
    /// The operands that can vary with it, after the choice of none.
    pub others: Vec<&'static str>,
    /// The one that varies, by its place in that list.
    pub other: usize,
    /// The kinds of results that can be shown, each with whether it is chosen.
    pub shown: Vec<(Shown, bool)>,
    /// The values that are evaluated or being typed; `None` for a map.
    pub domain: Option<String>,
    /// Whether there is an error in them.
    pub is_wrong: bool,
    /// Whether the operands are not the default ones.
    pub is_zoomed: bool,
    /// Whether they have an order, so that a part can be chosen.
    pub is_ordered: bool,
    /// The label for evaluating all operands in view, if some are left out.
    pub whole: String,
    /// Whether something is being evaluated.
    pub is_running: bool,
    /// Whether there are results to save.
    pub has_results: bool,
}

/// The progress of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressView {
    /// The error in the values, or in the link.
    pub wrong: String,
    /// The progress, in words.
    pub words: String,
    /// The progress, in hundredths.
    pub percent: u64,
    /// Whether something is being evaluated.
    pub is_running: bool,
    /// The time that all of it took, in milliseconds.
    pub time: Option<u64>,
    /// The reason for a failure.
    pub failure: &'static str,
}

/// The drawing of a plot, and its legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureView {
    /// The description, in a sentence.
    pub label: String,
    /// Its axes.
    pub axes: AxesView,
    /// The number of columns.
    pub width: usize,
    /// The meanings of its styles.
    pub key: Vec<KeyView>,
    /// The permitted results and the actual ones, as SVG paths, a unit to the right for a column.
    pub paths: [String; 2],
    /// The column of the present operand.
    pub present: Option<usize>,
    /// The label of the present operand.
    pub loaded: Option<MarkView>,
    /// The largest error.
    pub peak: Option<MarkView>,
    /// The frequency of errors.
    pub histogram: Option<HistogramView>,
}

/// The text below a plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindingsView {
    /// Whether the operands have an order, so that a part can be chosen.
    pub is_ordered: bool,
    /// The unit of errors.
    pub unit: &'static str,
    /// The results with the largest error.
    pub worst: Vec<WorstView>,
    /// The number of results of each kind.
    pub counts: TableView,
}

/// The drawing of a map, and its legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellsView {
    /// The description, in a sentence.
    pub label: String,
    /// The number of cells down and across.
    pub size: [usize; 2],
    /// Its axes.
    pub axes: AxesView,
    /// The subject of a cell's style.
    pub means: &'static str,
    /// The levels of the cells.
    pub levels: Vec<LevelView>,
    /// The cell of the present operands: row and column.
    pub present: [usize; 2],
}

/// The selected cell of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossView {
    /// The number of cells down and across.
    pub size: [usize; 2],
    /// Its row and column.
    pub cell: [usize; 2],
}

/// The largest errors in a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapWorstView {
    /// The names of the operands down and across.
    pub names: [&'static str; 2],
    /// The results.
    pub worst: Vec<WorstView>,
}

impl Screen {
    /// The sweep.
    pub fn sweep(&self) -> Option<&SweepView> {
        match &self.panel {
            PanelView::Sweep(view) => Some(view),
            _ => None,
        }
    }

    /// The plot of a sweep over one operand.
    pub fn plot(&self) -> Option<&PlotView> {
        self.sweep()?.plot.as_ref()
    }

    /// The map of a sweep over two operands.
    pub fn map(&self) -> Option<&MapView> {
        self.sweep()?.map.as_ref()
    }

    /// The choices of the sweep.
    pub fn sweep_bar(&self) -> Option<BarView> {
        self.sweep().map(|view| BarView {
            places: view.places.clone(),
            place: view.place,
            others: view.others.clone(),
            other: view.other,
            shown: view.shown.clone(),
            domain: view.domain.clone(),
            is_wrong: !view.wrong.is_empty(),
            is_zoomed: view.is_zoomed,
            is_ordered: view.is_ordered,
            whole: view.whole.clone(),
            is_running: view.is_running,
            has_results: view.plot.is_some() || view.map.is_some(),
        })
    }

    /// The progress of the sweep.
    pub fn sweep_progress(&self) -> Option<ProgressView> {
        self.sweep().map(|view| ProgressView {
            wrong: view.wrong.clone(),
            words: view.progress.clone(),
            percent: view.percent,
            is_running: view.is_running,
            time: (!view.is_running && view.percent == 100).then_some(view.time),
            failure: view.failure,
        })
    }

    /// The most important finding of a plot or of a map, and the rest.
    pub fn sweep_finding(&self) -> Option<[String; 2]> {
        let view = self.sweep()?;
        let plot = view.plot.as_ref().map(|plot| [plot.finding.clone(), plot.rest.clone()]);
        plot.or_else(|| view.map.as_ref().map(|map| [map.finding.clone(), map.rest.clone()]))
    }

    /// The drawing of the plot.
    pub fn plot_figure(&self) -> Option<FigureView> {
        self.plot().map(|plot| FigureView {
            label: plot.label.clone(),
            axes: plot.axes.clone(),
            width: plot.width,
            key: plot.key.clone(),
            paths: plot.paths.clone(),
            present: plot.present,
            loaded: plot.loaded.clone(),
            peak: plot.peak.clone(),
            histogram: plot.histogram.clone(),
        })
    }

    /// The text below the plot.
    pub fn plot_findings(&self) -> Option<FindingsView> {
        let is_ordered = self.sweep()?.is_ordered;
        self.plot().map(|plot| FindingsView {
            is_ordered,
            unit: plot.unit,
            worst: plot.worst.clone(),
            counts: plot.counts.clone(),
        })
    }

    /// The drawing of the map.
    pub fn map_cells(&self) -> Option<CellsView> {
        self.map().map(|map| CellsView {
            label: map.label.clone(),
            size: map.size,
            axes: map.axes.clone(),
            means: map.means,
            levels: map.levels.clone(),
            present: map.present,
        })
    }

    /// The selected cell of the map.
    pub fn map_cross(&self) -> Option<CrossView> {
        self.map().map(|map| CrossView { size: map.size, cell: map.cell })
    }

    /// The largest errors in the map.
    pub fn map_worst(&self) -> Option<MapWorstView> {
        self.map().map(|map| MapWorstView { names: map.names, worst: map.worst.clone() })
    }
}
