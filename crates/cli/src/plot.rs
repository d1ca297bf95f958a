use plotters::prelude::*;

/// A line of a plot: points, and how far each may be off.
pub(crate) struct Line {
    name: String,
    points: Vec<(f64, f64, f64)>,
}

impl Line {
    pub(crate) fn with_margins(name: &str, points: &[(f64, f64, f64)]) -> Self {
        Self {
            name: name.to_owned(),
            points: points.to_vec(),
        }
    }
}

/// Lines over a common axis.
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) across: String,
    pub(crate) up: String,
    pub(crate) lines: Vec<Line>,
}

const SIZE: (u32, u32) = (900, 540);

impl Plot {
    /// The picture as SVG, its text in whichever font the reader has.
    pub(crate) fn svg(&self) -> Result<String, String> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|error| error.to_string())?;
        Ok(svg)
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let last = points().map(|point| point.0).fold(1.0, f64::max);
        // The first few points of an arena are anywhere; what comes after a tenth is what one wants to see.
        let settled = || points().filter(|point| point.0 >= last / 10.0);
        let low = settled().map(|point| point.1 - point.2).fold(1.0, f64::min);
        let high = settled().map(|point| point.1 + point.2).fold(0.0, f64::max);
        let space = ((high - low) * 0.08).max(0.005);
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(&self.title, ("sans-serif", 20))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..last, low - space..high + space)?;
        chart
            .configure_mesh()
            .x_desc(&self.across)
            .y_desc(&self.up)
            .x_label_formatter(&|at| format!("{at:.0}"))
            .y_label_formatter(&|share| format!("{:.1} %", 100.0 * share))
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (index, line) in self.lines.iter().enumerate() {
            let colour = Palette99::pick(index).to_rgba();
            let within = |value: f64| value.clamp(low - space, high + space);
            let upper = line
                .points
                .iter()
                .map(|&(at, mean, off)| (at, within(mean + off)));
            let lower = line
                .points
                .iter()
                .rev()
                .map(|&(at, mean, off)| (at, within(mean - off)));
            if line.points.iter().any(|point| point.2 > 0.0) {
                let band: Vec<(f64, f64)> = upper.chain(lower).collect();
                chart.draw_series([Polygon::new(band, colour.mix(0.15).filled())])?;
            }
            let means = line.points.iter().map(|&(at, mean, _)| (at, within(mean)));
            chart
                .draw_series(LineSeries::new(means, colour.stroke_width(2)))?
                .label(&line.name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.8))
            .draw()?;
        root.present()?;
        Ok(())
    }
}
